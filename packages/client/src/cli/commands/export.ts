import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Everything } from '../../client.ts';
import type { Command } from '../command.ts';
import { contentOf } from '../content.ts';
import type { CliContext } from '../context.ts';
import { writePrivately } from '../credentials.ts';
import { CliFailure, exitCodes, type ExitCode, wrong } from '../failure.ts';

/** Files of --to: only these are ever deleted. Their names sort by time. */
const kept = /^nuances-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.json$/;
const keptName = (now: Date) => `nuances-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.json`;

/** @throws CliFailure for an option that is no number of files */
function keepOf(context: CliContext): number | null {
  const given = context.option('keep');
  if (given === undefined) return null;
  if (/^[1-9]\d{0,3}$/.test(given) && context.option('to') !== undefined) return Number(given);
  throw wrong('keep', context.texts.cli.failure.keep());
}

/** Writes what a person wrote: only they may read it. */
async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** Writes into a folder that is made if need be, then deletes all but the newest files that were written so. */
async function writeInto(folder: string, text: string, keep: number | null): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, keptName(new Date()));
  await writePrivately(file, text);
  const old =
    keep === null
      ? []
      : (await readdir(folder))
          .filter((name) => kept.test(name))
          .toSorted()
          .slice(0, -keep);
  for (const name of old) await rm(join(folder, name));
  return file;
}

/** @throws CliFailure when it cannot be written */
async function write(context: CliContext, file: string, text: string): Promise<string> {
  const { failure } = context.texts.cli;
  const folder = context.option('to');
  try {
    if (folder !== undefined) return await writeInto(folder, text, keepOf(context));
    await (context.isOn('force') ? writePrivately(file, text) : writeNew(file, text));
    return file;
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = isThere ? failure.exists({ file }) : failure.write({ file: folder ?? file, reason });
    throw new CliFailure(isThere ? 'exists' : 'write', exitCodes.refused, message, { cause });
  }
}

const countsOf = ({ scans, notes }: Everything) => ({
  scans: scans.length,
  notes: notes.length,
  locked: notes.filter(({ encrypted }) => encrypted).length + scans.filter(({ answers }) => answers === null).length,
});

async function exportAll(context: CliContext, [given]: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  if ((given === undefined) === (context.option('to') === undefined)) throw wrong('usage', failure.exportTo());
  keepOf(context);
  const client = await context.client();
  const { vault } = await contentOf(context, client);
  const everything = await client.exportEverything(vault ?? undefined);
  const text = `${JSON.stringify(everything, null, 2)}\n`;
  if (given === '-') {
    await new Promise((resolve) => process.stdout.write(text, resolve));
    return exitCodes.done;
  }
  const file = await write(context, given ?? '', text);
  const counts = countsOf(everything);
  const sentences = [
    done.export({ ...counts, file }),
    ...(counts.locked === 0 ? [] : [done.locked({ count: counts.locked })]),
  ];
  context.answer(sentences.join(' '), { file, ...counts });
  return exitCodes.done;
}

export const exportCommand: Command = {
  names: ['export'],
  form: '[FILE]',
  about: 'export',
  options: ['force', 'to', 'keep', 'passphrase-fd'],
  words: [0, 1],
  example: 'nuances export --to ~/nuances --keep 14',
  run: exportAll,
};
