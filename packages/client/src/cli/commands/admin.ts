import type { Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode } from '../failure.ts';

async function aggregate(context: CliContext): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const answer = await (await context.client()).api.admin.aggregate.mutate();
  if (!answer.success) {
    const isBusy = answer.outcome === 'busy';
    throw new CliFailure(answer.outcome, exitCodes.refused, isBusy ? failure.busy() : failure.failed());
  }
  const isOver = answer.outcome === 'done';
  // The list of runs is short: the run may have left it already.
  context.answer(isOver ? done.aggregated({ weeks: answer.run?.weeksDone ?? 0 }) : done.aggregating(), answer);
  return exitCodes.done;
}

export const adminCommands: readonly Command[] = [
  { names: ['admin', 'aggregate'], about: 'aggregate', example: 'nuances admin aggregate --json', run: aggregate },
];
