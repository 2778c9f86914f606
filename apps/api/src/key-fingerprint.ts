import { fingerprint, type MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { instance } from '@nuances/db/schema';
import { eq, inArray, sql } from 'drizzle-orm';

/** The key that seals, and the one whose seals are not all made anew yet. */
const key = 'master_key_fingerprint';
const previousKey = 'master_key_fingerprint_previous';

/** The database was sealed with another master key: nothing in it, or not all of it, would open. */
class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

async function read(transaction: Transaction): Promise<{ current: string | undefined; previous: string | undefined }> {
  const rows = await transaction
    .select()
    .from(instance)
    .where(inArray(instance.key, [key, previousKey]))
    .for('update');
  const valueOf = (name: string) => rows.find((row) => row.key === name)?.value;
  return { current: valueOf(key), previous: valueOf(previousKey) };
}

/**
 * Ties the database to the master key at the first start and compares at every later one.
 *
 * A start with a new key, and the old one as previous, makes both needed from then on: new seals are
 * made with the one, old ones remain of the other. `rotate-key` makes them anew and ends that with
 * {@link forgetPrevious}.
 * @throws WrongMasterKey
 */
export async function checkFingerprint(db: Database, keys: MasterKeys): Promise<void> {
  const current = fingerprint(keys.current);
  const previous = keys.previous && fingerprint(keys.previous);
  await db.insert(instance).values({ key, value: current }).onConflictDoNothing();
  const refusal = await db.transaction(async (transaction) => {
    const stored = await read(transaction);
    const needed = [stored.current, stored.previous].filter((value) => value !== undefined);
    const missing = needed.filter((value) => value !== current && value !== previous);
    if (missing.length > 0) return { missing: missing.join(' and '), isHalfway: stored.previous !== undefined };
    if (stored.current === current) return null;
    // The key at hand is new here, or the change is being taken back: either way both are needed now.
    await transaction.update(instance).set({ value: current }).where(eq(instance.key, key));
    await transaction
      .insert(instance)
      .values({ key: previousKey, value: stored.current ?? '' })
      .onConflictDoUpdate({ target: instance.key, set: { value: sql`excluded.value` } });
    return null;
  });
  if (!refusal) return;
  const advice = refusal.isHalfway
    ? 'A change of the master key is under way: start with both keys, the new one as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS, until "npm run admin -- rotate-key" reports 0 left.'
    : 'Start with the MASTER_KEY or the DATA_DIR/master.key that belongs to it.';
  throw new WrongMasterKey(
    `This database was sealed with another master key (fingerprint ${refusal.missing}, the key at hand has ${current}). ${advice}`,
  );
}

/** Nothing is left of the previous key: from now on the current one is enough. */
export async function forgetPrevious(db: Database): Promise<void> {
  await db.delete(instance).where(eq(instance.key, previousKey));
}
