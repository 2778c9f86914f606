import { openUserKey, SealInvalid, sealPrefix, sealUserKey } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { mailOutbox, users } from '@nuances/db/schema';
import { and, asc, gt, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { forgetPreviousKey } from '../database/master-key-check.ts';
import { resealPushKeys } from '../reminder/push-keys.ts';
import { resealReminders } from '../reminder/queries.ts';
import { resealCodes } from '../security/secret.ts';

/** Accounts in one statement: few, so that its locks are short and a killed run loses little. */
const batchSize = 200;

/** The number of seals that are not made with the current key. */
export interface RemainingSeals {
  readonly userKeys: number;
  /** Of them, those that neither key opens. */
  readonly broken: number;
  /** Secrets of one-time codes. */
  readonly codes: number;
  /** Unsent mails; they are not sealed again, because they are soon sent or given up. */
  readonly mails: number;
}

interface Row {
  readonly id: string;
  readonly keyVersion: number;
  readonly sealed: string;
}

/** Smaller than every id of ours. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Seals every note key again with the current master key. Each batch is committed by itself, so a killed
 * run keeps its progress and the next one continues. Accounts may be added and removed meanwhile, and several runs
 * at once share the work.
 * @param onProgress called after each batch with the number of keys sealed so far
 * @returns what is left; with all 0 the previous key is no longer required, and that is stored
 */
export async function rotateKey(
  db: Database,
  keys: MasterKeys,
  onProgress: (sealedAnew: number) => void = () => undefined,
): Promise<RemainingSeals> {
  const prefix = sealPrefix(keys.current);
  const isOld = (sealed: PgColumn): SQL => not(sql`starts_with(${sealed}, ${prefix})`);
  let broken = 0;
  let done = 0;

  const next = (after: string): Promise<Row[]> =>
    db
      .select({ id: users.id, keyVersion: users.userKeyVersion, sealed: sql<string>`${users.userKeySealed}` })
      .from(users)
      .where(and(isOld(users.userKeySealed), gt(users.id, after)))
      .orderBy(asc(users.id))
      .limit(batchSize);

  function reseal({ id, keyVersion, sealed }: Row): SQL[] {
    const place = { userId: id, keyVersion };
    try {
      const fresh = sealUserKey(keys.current, place, openUserKey(keys, place, sealed));
      return [sql`(${id}::uuid, ${sealed}::text, ${fresh}::text)`];
    } catch (error) {
      if (!(error instanceof SealInvalid)) throw error;
      broken += 1; // unchanged: a third key may still open it
      return [];
    }
  }

  let rows = await next(beforeAll);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    const fresh = rows.flatMap(reseal);
    if (fresh.length > 0) {
      // Only rows that are unchanged since they were read: another run may have sealed them already.
      const changed = await db.execute(
        sql`update ${users} set user_key_sealed = fresh.sealed from (values ${sql.join(fresh, sql`, `)}) as fresh (id, old, sealed) where ${users.id} = fresh.id and ${users.userKeySealed} = fresh.old`,
      );
      done += changed.count;
    }
    onProgress(done);
    rows = await next(last.id);
  }

  await resealReminders(db, keys);
  await resealPushKeys(db, keys);

  const left = {
    codes: await resealCodes(db, keys),
    userKeys: await db.$count(users, isOld(users.userKeySealed)),
    broken,
    mails: await db.$count(
      mailOutbox,
      and(isOld(mailOutbox.payloadSealed), isNull(mailOutbox.sentAt), isNull(mailOutbox.givenUpAt)),
    ),
  };
  if (left.userKeys === 0 && left.codes === 0 && left.mails === 0) await forgetPreviousKey(db);
  return left;
}
