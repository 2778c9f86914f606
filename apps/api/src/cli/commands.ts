import type { MasterKeys } from '@nuances/crypto/master-key';
import { distribute, plannedSteps } from '@nuances/db/citus/distribute';
import type { Database } from '@nuances/db/client';
import { withMigrationLock } from '@nuances/db/migrations/migrate';
import { toUserFacingError } from '../database/open.ts';
import type { ServerSettings } from '../database/server.ts';
import { waitingErasures } from '../account/erasures.ts';
import { type StartedRun, createAggregation } from '../admin/aggregation.ts';
import type { AuditedCommand, SecurityEventName, SecurityEvents } from '../observability/security-events.ts';
import {
  type Account,
  administrators,
  announceCodesEnd,
  endAllSessions,
  endSessionsOf,
  lockAccount,
  setRole,
  unlockAccount,
} from './accounts.ts';
import { rotateKey, type RemainingSeals } from './rotate-key.ts';

export interface CommandContext {
  readonly db: Database;
  /** Of the same database. */
  readonly url: string;
  readonly masterKeys: MasterKeys;
  readonly securityEvents: SecurityEvents;
  /** Writes one line to the operator's terminal. */
  print(line: string): void;
}

/** A parsed command. Resolves to whether it did everything. */
export type Command = (context: CommandContext) => Promise<boolean>;

export const usage = `Usage: npm run admin -- COMMAND

  grant USER           make an account an administrator
  revoke USER          make it an ordinary one again
  admins               list the administrators
  sessions end USER    end every session of an account; with --all, of every account
  lock USER            refuse every login to an account, and end its sessions
  unlock USER          end that lock, and the one that follows many wrong passwords
  second-factor end USER
                       in 24 hours, ask for no one-time code any more; the account is told by mail
  aggregate            count the weeks of the usage statistics, up to now
  erasures             list the erased accounts whose rows are not all removed yet
  rotate-key           seal every note key anew with MASTER_KEY; MASTER_KEY_PREVIOUS holds the key before it
  backup FILE          write everything in the database into one file; the master key is not in it.
                       With --encrypt-to KEY, only the owner of that age key can read it
  restore FILE         put it back, into an empty database; with --replace, in place of what is there.
                       With --identity FILE, a backup that was encrypted to the key in that file;
                       with --ledger FILE, what was erased and decided since is done again
  restore --until TIME bring back a moment, such as 2026-11-20T14:05:00Z, from what BACKUP_WAL=on has archived
                       in BACKUP_DIR; with the options of restore FILE
  distribute           spread what grows with use over the workers of a Citus cluster, by person; an interrupted run
                       is continued by the next one. With --dry-run, only say what it would do

It works beside the running product, with the same environment.`;

/** A command on one account, and its success message. */
const aboutAccount =
  (
    act: (context: CommandContext, username: string) => Promise<Account | null>,
    sentence: (name: string) => string,
    event: SecurityEventName,
  ): ((username: string) => Command) =>
  (username) =>
  async (context) => {
    const account = await act(context, username);
    context.print(account === null ? `Nobody is called ${username}.` : sentence(account.username));
    if (account)
      context.securityEvents.record(event, {
        userId: account.id,
        end: event === 'session_ended' ? 'operator' : undefined,
      });
    return account !== null;
  };

/** `second-factor end`: only announces it, so that a thief who persuades the operator is found out in time. */
const endCodes =
  (username: string): Command =>
  async (context) => {
    const found = await announceCodesEnd(context, username);
    const name = found?.username ?? username;
    if (!found) context.print(`Nobody is called ${username}.`);
    else if (found.endsAt === null) context.print(`${name} has no one-time codes.`);
    else {
      context.print(
        `No code is asked for at a login of ${name} from ${found.endsAt.toISOString()} on. A code used until then takes this back.`,
      );
      if (found.email === null) context.print('It has no address: nobody was told by mail.');
      context.securityEvents.record('codes_end_announced', { userId: found.id });
    }
    return found?.endsAt != null;
  };

/** The commands that take a user name. */
const accountCommands: ReadonlyMap<string, (username: string) => Command> = new Map([
  ['second-factor end', endCodes],
  [
    'grant',
    aboutAccount(
      (context, username) => setRole(context, username, 'admin'),
      (name) => `${name} is an administrator now.`,
      'role_granted',
    ),
  ],
  [
    'revoke',
    aboutAccount(
      (context, username) => setRole(context, username, 'user'),
      (name) => `${name} is an administrator no longer.`,
      'role_revoked',
    ),
  ],
  ['sessions end', aboutAccount(endSessionsOf, (name) => `Every session of ${name} has ended.`, 'session_ended')],
  [
    'lock',
    aboutAccount(
      ({ db }, username) => lockAccount(db, username),
      (name) => `${name} is locked: every login is refused, and every session has ended.`,
      'account_locked',
    ),
  ],
  [
    'unlock',
    aboutAccount(
      ({ db, masterKeys }, username) => unlockAccount(db, masterKeys, username),
      (name) => `${name} can log in again.`,
      'account_unlocked',
    ),
  ],
]);

const admins: Command = async ({ db, print }) => {
  const names = await administrators(db);
  for (const name of names) print(name);
  if (names.length === 0) print('There is no administrator.');
  return true;
};

const erasures: Command = async ({ db, print }) => {
  const waiting = await waitingErasures(db);
  for (const { userId, requestedAt, nextAttemptAt, attempts, lastError } of waiting) {
    const next = `since ${requestedAt.toISOString()}, attempts: ${attempts}, next after ${nextAttemptAt.toISOString()}`;
    print(`${userId} ${next}${lastError === null ? '' : `, last fault: ${lastError}`}`);
  }
  print(waiting.length === 0 ? 'No erasure waits.' : `${waiting.length} waiting. The running product finishes them.`);
  return true;
};

/** Records that a command was run, with its outcome. */
const audited =
  (command: AuditedCommand, run: Command): Command =>
  async (context) => {
    let done = false;
    try {
      done = await run(context);
      return done;
    } finally {
      context.securityEvents.record('admin_command', { command, done });
    }
  };

const endEverySession: Command = async (context) => {
  const { print } = context;
  const count = await endAllSessions(context);
  print(`Every session has ended, of ${count} account${count === 1 ? '' : 's'}.`);
  return true;
};

function report({ userKeys, broken, codes, mails }: RemainingSeals, hasPrevious: boolean): string {
  if (userKeys + codes + mails === 0)
    return `0 left.${hasPrevious ? ' MASTER_KEY_PREVIOUS is needed no more: remove it from the environment and start the product anew.' : ''}`;
  const parts = [`${userKeys + codes + mails} left.`];
  if (codes > 0) parts.push(`${codes} of them are secrets of one-time codes that no key at hand opens.`);
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
  return left.userKeys + left.codes + left.mails === 0;
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

const distributeTables: Command = async ({ url, print }) => {
  const steps = await withMigrationLock(url, () => distribute(url, print));
  print(steps === 0 ? 'Everything is distributed already: nothing was done.' : 'Done: everything is distributed.');
  return true;
};

/** `distribute --dry-run`: reads the database, and changes nothing. */
export async function sayDistribution(env: ServerSettings, print: CommandContext['print']): Promise<void> {
  // The embedded server is never a coordinator.
  if (env.databaseUrl === undefined)
    throw new Error('This PostgreSQL is no Citus cluster: DATABASE_URL names none. Nothing was changed.');
  const steps = await plannedSteps(env.databaseUrl).catch((error: unknown) => {
    throw toUserFacingError(env, error);
  });
  for (const step of steps) print(step);
  print(steps.length === 0 ? 'Everything is distributed already.' : 'Nothing was changed.');
}

const ends: Readonly<Record<Awaited<StartedRun['ended']>, string>> = {
  done: 'Done: every event up to the start of this run is counted.',
  failed: 'It failed. What was counted stays; run it again to go on.',
  stopped: 'It was stopped. What was counted stays; run it again to go on.',
  lost: 'Another aggregation took over, because this one gave no sign of life for a minute.',
};

/** The commands without arguments. */
const plainCommands: ReadonlyMap<string, Command> = new Map([
  ['rotate-key', audited('rotate-key', rotate)],
  ['aggregate', audited('aggregate', aggregate)],
  ['distribute', audited('distribute', distributeTables)],
  ['admins', admins],
  ['erasures', erasures],
  ['sessions end --all', audited('sessions-end', endEverySession)],
]);

/** Parses the arguments; null for an unknown command. */
export function commandOf(words: readonly string[]): Command | null {
  const plain = plainCommands.get(words.join(' '));
  if (plain) return plain;
  const username = words.at(-1);
  // What begins with a hyphen is an option; no user name does.
  if (username === undefined || username.startsWith('-')) return null;
  return accountCommands.get(words.slice(0, -1).join(' '))?.(username) ?? null;
}
