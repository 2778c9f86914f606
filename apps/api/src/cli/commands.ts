import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { type StartedRun, createAggregation } from '../admin/aggregation.ts';
import { setRole } from './roles.ts';
import { type Left, rotateKey } from './rotate-key.ts';

/** What every command takes. */
export interface CommandContext {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  /** Writes one line to the operator's terminal. */
  print(line: string): void;
}

/** A parsed command. Resolves to whether it did everything that was asked. */
export type Command = (context: CommandContext) => Promise<boolean>;

export const usage = `Usage: npm run admin -- COMMAND

  grant USER     make an account an administrator
  revoke USER    make it an ordinary one again
  aggregate      count the weeks of the usage statistics, up to now
  rotate-key     seal every note key anew with MASTER_KEY; MASTER_KEY_PREVIOUS holds the key before it
  backup FILE    write everything in the database into one file; the master key is not in it
  restore FILE   put it back, into an empty database; with --replace, in place of what is there

It works beside the running product, with the same environment.`;

const grant =
  (username: string): Command =>
  async ({ db, print }) => {
    const name = await setRole(db, username, 'admin');
    print(name === null ? `Nobody is called ${username}.` : `${name} is an administrator now.`);
    return name !== null;
  };

const revoke =
  (username: string): Command =>
  async ({ db, print }) => {
    const name = await setRole(db, username, 'user');
    print(name === null ? `Nobody is called ${username}.` : `${name} is an administrator no longer.`);
    return name !== null;
  };

function report({ userKeys, broken, mails }: Left, hasPrevious: boolean): string {
  if (userKeys + mails === 0)
    return `0 left.${hasPrevious ? ' MASTER_KEY_PREVIOUS is needed no more: remove it from the environment and start the product anew.' : ''}`;
  const parts = [`${userKeys + mails} left.`];
  if (broken > 0)
    parts.push(
      `No key at hand opens ${broken} of them: is MASTER_KEY_PREVIOUS the key they were sealed with? They were not touched.`,
    );
  else if (userKeys > 0) parts.push('Accounts were made with the old key meanwhile: run this again.');
  if (mails > 0) parts.push(`${mails} of them are mails that still wait to be sent: run this again once they are out.`);
  return parts.join(' ');
}

const rotate: Command = async ({ db, masterKeys, print }) => {
  const left = await rotateKey(db, masterKeys, (count) => print(`${count} note keys sealed anew`));
  print(report(left, masterKeys.previous !== null));
  return left.userKeys + left.mails === 0;
};

const aggregate: Command = async ({ db, print }) => {
  const log = { info: () => undefined, error: (fault: object) => print(JSON.stringify(fault)) };
  let lastLine = '';
  const run = await createAggregation({ db, log }).begin({ trigger: 'command' }, ({ weeksDone, weeksTotal, rows }) => {
    // One line per percent, however many weeks there are.
    const percent = weeksTotal === 0 ? 100 : Math.floor((weeksDone * 100) / weeksTotal);
    const line = `${percent} %`;
    if (line !== lastLine) print(`${line}: ${weeksDone} of ${weeksTotal} weeks, ${rows} rows`);
    lastLine = line;
  });
  if (run === null) {
    print('Another aggregation is under way: nothing was done.');
    return false;
  }
  const outcome = await run.ended;
  print(ends[outcome]);
  return outcome === 'done';
};

const ends: Readonly<Record<Awaited<StartedRun['ended']>, string>> = {
  done: 'Done: every event up to the start of this run is counted.',
  failed: 'It failed. What was counted stays; run it again to go on.',
  stopped: 'It was stopped. What was counted stays; run it again to go on.',
  lost: 'Another aggregation took over, because this one gave no sign of life for a minute.',
};

/** Parses the arguments; null when they are no command of ours. */
export function commandOf(words: readonly string[]): Command | null {
  const [verb, ...rest] = words;
  const [user, ...more] = rest;
  if (verb === 'rotate-key' && user === undefined) return rotate;
  if (verb === 'aggregate' && user === undefined) return aggregate;
  if (user === undefined || more.length > 0) return null;
  if (verb === 'grant') return grant(user);
  if (verb === 'revoke') return revoke(user);
  return null;
}
