import { fingerprint, type MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { instance } from '@nuances/db/schema';
import { eq, inArray, sql } from 'drizzle-orm';

/** The current key, and the previous one while some seals still need it. */
const key = 'master_key_fingerprint';
const previousKey = 'master_key_fingerprint_previous';

/** Keys of the rows in the table `instance` that hold the fingerprints. */
export const fingerprintRows: readonly string[] = [key, previousKey];

/** The data was sealed with another master key. */
class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

const adviceOf = (isHalfway: boolean) =>
  isHalfway
    ? 'A change of the master key is under way: start with both keys, the new one as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS, until "npm run admin -- rotate-key" reports 0 left.'
    : 'Start with the MASTER_KEY or the DATA_DIR/master.key that belongs to it.';

/**
 * Compares the keys with required fingerprints; changes nothing.
 * @param what the sealed thing, as the message calls it
 * @throws WrongMasterKey
 */
export function requireKeys(what: string, needed: readonly string[], { current, previous }: MasterKeys): void {
  const present = [current, ...(previous ? [previous] : [])].map(fingerprint);
  const missing = needed.filter((value) => !present.includes(value));
  if (missing.length === 0) return;
  throw new WrongMasterKey(
    `${what} was sealed with another master key (fingerprint ${missing.join(' and ')}, the key at hand has ${fingerprint(current)}). ${adviceOf(needed.length > 1)}`,
  );
}

/** The fingerprints that a database requires. */
interface Stored {
  readonly current: string | undefined;
  readonly previous: string | undefined;
}

const rowsOf = (db: Database | Transaction) =>
  db
    .select()
    .from(instance)
    .where(inArray(instance.key, [key, previousKey]));

function storedIn(rows: readonly { key: string; value: string }[]): Stored {
  const valueOf = (name: string) => rows.find((row) => row.key === name)?.value;
  return { current: valueOf(key), previous: valueOf(previousKey) };
}

/**
 * Ties the database to the master key at the first start and compares at every later one.
 *
 * After a start with a new key, and the old one as previous, both are required: new seals are made with the new
 * one, existing ones need the old one. `rotate-key` seals them again and ends that with {@link forgetPreviousKey}.
 * @throws WrongMasterKey
 */
export async function checkFingerprint(db: Database, keys: MasterKeys): Promise<void> {
  const current = fingerprint(keys.current);
  const found = storedIn(await rowsOf(db));
  // Nothing to change, as at most starts: no lock, and no write that waits for the disk.
  if (found.current === current && found.previous === undefined) return;
  await db.insert(instance).values({ key, value: current }).onConflictDoNothing();
  await db.transaction(async (transaction) => {
    const stored = storedIn(await rowsOf(transaction).for('update'));
    const needed = [stored.current, stored.previous].filter((value) => value !== undefined);
    requireKeys('This database', needed, keys);
    if (stored.current === undefined) throw new Error('The fingerprint was deleted while it was compared');
    if (stored.current === current) return;
    // The key is new here, or the rotation is being reverted: in both cases both keys are required now.
    await transaction.update(instance).set({ value: current }).where(eq(instance.key, key));
    await transaction
      .insert(instance)
      .values({ key: previousKey, value: stored.current })
      .onConflictDoUpdate({ target: instance.key, set: { value: sql`excluded.value` } });
  });
}

/** No seal needs the previous key any more: from now on the current one is enough. */
export async function forgetPreviousKey(db: Database): Promise<void> {
  await db.delete(instance).where(eq(instance.key, previousKey));
}
