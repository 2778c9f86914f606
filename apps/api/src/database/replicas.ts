/** Reads of lists and statistics on replicas of the database (decision 50 in docs/decisions/README.md). */
import { prepareOnce } from '@nuances/db/prepared';
import type { Database } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import { withTimeout } from '../timeout.ts';
import { secondsFromNow } from './seconds-from-now.ts';

/** A replica is used while it has everything that the primary had this long ago, milliseconds. */
const maxLagMs = 30_000;
/** How long the time of a write may be older than the write: it is not stored anew with each one, seconds. */
const writtenAtAgeS = 30;
/** Longest time from the beginning of a call to the commit of what it writes, seconds. */
const writeMaxS = 60;
/** For so long after a write its person reads on the primary; by then every replica that is used has it. Seconds. */
const primaryForS = maxLagMs / 1_000 + writtenAtAgeS + writeMaxS;
/** Interval of asking every server how far it is, milliseconds. */
const beatMs = 1_000;

/** A replica of the database: a standby that replays what the primary writes. */
export interface Replica {
  readonly db: Database;
}

export interface Replicas {
  /** Call it before a person's data is changed: what they read soon after comes from the primary, on all instances. */
  beforeWrite(userId: string): Promise<void>;
  /**
   * Reads on a replica that has everything the person has written; on the primary when there is none, when the replica
   * fails, or when what it read is not complete.
   * @param work is run a second time if the first one was in vain, and must not write
   * @throws what the work throws on the primary; AppErrors from a replica too
   */
  read<Result>(
    userId: string,
    work: (db: Database) => Promise<Result>,
    isComplete?: (result: Result) => boolean,
  ): Promise<Result>;
  /** How many are used, and how many are away or too far behind. */
  counts(): { readonly used: number; readonly unused: number };
  /** Asks every server how far it is. Never rejects; the timer of {@link start} does it every second. */
  beat(): Promise<void>;
  start(): void;
  stop(): void;
}

/** The part of the logger that is used here. */
export interface ReplicaLog {
  info(message: string): void;
  warn(message: string): void;
}

const isOwn = eq(users.id, sql.placeholder('userId'));
const storeWrite = prepareOnce((db) =>
  db
    .update(users)
    .set({ writtenAt: sql`now()` })
    .where(and(isOwn, or(isNull(users.writtenAt), lt(users.writtenAt, secondsFromNow(-writtenAtAgeS)))))
    .prepare('store_write'),
);
const findWrite = prepareOnce((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isOwn, gt(users.writtenAt, secondsFromNow(-primaryForS))))
    .prepare('find_write'),
);

const primaryRow = z.tuple([z.object({ lsn: z.string() })]);
const replicaRow = z.tuple([z.object({ standby: z.boolean(), lsn: z.string().nullable() })]);

/** A place in the log of the database, such as `1/2AF0`, as a number that can be compared. */
function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** How far the primary was at a moment of this process. */
interface Sample {
  readonly atMs: number;
  readonly position: bigint;
}

interface Followed extends Replica {
  readonly name: string;
  /** The last moment of which it is known to have everything; null while it does not answer. */
  completeToMs: number | null;
  wasUsed: boolean;
}

/** What a replica has replayed; null for a server that is no standby. */
async function replayed({ db }: Replica): Promise<bigint | null> {
  const [{ standby, lsn }] = replicaRow.parse([
    ...(await db.execute(sql`select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as lsn`)),
  ]);
  return standby && lsn !== null ? positionOf(lsn) : null;
}

/**
 * @param options.now milliseconds of a clock that never goes back; tests move it
 */
export function createReplicas(
  primary: Database,
  replicas: readonly Replica[],
  options: { readonly log: ReplicaLog; readonly now?: () => number },
): Replicas {
  const { log, now = () => performance.now() } = options;
  const followed = replicas.map(({ db }, index): Followed => ({
    db,
    name: `Replica ${index + 1}`,
    completeToMs: null,
    wasUsed: false,
  }));
  /** Oldest first; those that say nothing new any more are dropped. */
  let samples: Sample[] = [];
  let next = 0;

  const isUsed = ({ completeToMs }: Followed) => completeToMs !== null && now() - completeToMs < maxLagMs;

  function pick(): Followed | undefined {
    const used = followed.filter(isUsed);
    next += 1;
    return used[next % used.length];
  }

  async function follow(replica: Followed): Promise<void> {
    try {
      const position = await withTimeout(beatMs, replayed(replica));
      replica.completeToMs = position === null ? null : (samples.findLast((s) => s.position <= position)?.atMs ?? null);
    } catch {
      replica.completeToMs = null;
    }
    if (isUsed(replica) === replica.wasUsed) return;
    replica.wasUsed = !replica.wasUsed;
    if (replica.wasUsed) log.info(`${replica.name} of the database is used`);
    else log.warn(`${replica.name} of the database is away, no standby, or too far behind: the primary answers`);
  }

  async function sample(): Promise<void> {
    const atMs = now();
    const rows = await withTimeout(beatMs, primary.execute(sql`select pg_current_wal_lsn()::text as lsn`));
    const [{ lsn }] = primaryRow.parse([...rows]);
    samples = [...samples.filter((s) => atMs - s.atMs < maxLagMs), { atMs, position: positionOf(lsn) }];
  }

  async function beat(): Promise<void> {
    // Without the primary no replica is known to be complete for longer, and is left in time.
    await sample().catch(() => undefined);
    await Promise.all(followed.map(follow));
  }

  const task = createPeriodicTask({ work: beat, pauseMs: beatMs, firstMs: beatMs });
  const hasWritten = async (userId: string) => (await findWrite(primary).execute({ userId })).length > 0;

  return {
    async beforeWrite(userId) {
      await storeWrite(primary).execute({ userId });
    },
    async read(userId, work, isComplete = () => true) {
      const replica = pick();
      if (!replica || (await hasWritten(userId))) return work(primary);
      try {
        const result = await work(replica.db);
        if (isComplete(result)) return result;
      } catch (error) {
        if (error instanceof AppError) throw error;
        // Until the next beat says otherwise.
        replica.completeToMs = null;
      }
      return work(primary);
    },
    counts() {
      const used = followed.filter(isUsed).length;
      return { used, unused: followed.length - used };
    },
    beat,
    start: () => task.start(),
    stop: () => void task.stop(),
  };
}

/** Reads where {@link Replicas.read} reads; without replicas on the primary, at no cost. */
export function readFromReplica<Result>(
  { db, replicas }: { readonly db: Database; readonly replicas: Replicas | null },
  userId: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  return replicas ? replicas.read(userId, work) : work(db);
}
