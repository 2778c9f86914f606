import { fingerprint, type MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { instance } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';

const key = 'master_key_fingerprint';

/** The database was sealed with another master key: nothing in it would open. */
class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

/**
 * Ties the database to the master key at the first start and compares at every later one. The
 * previous key fits too: seals of it remain until they are rotated.
 * @throws WrongMasterKey
 */
export async function checkFingerprint(db: Database, keys: MasterKeys): Promise<void> {
  const current = fingerprint(keys.current);
  await db.insert(instance).values({ key, value: current }).onConflictDoNothing();
  const [stored] = await db.select().from(instance).where(eq(instance.key, key));
  const fitting = [current, keys.previous && fingerprint(keys.previous)];
  if (stored && fitting.includes(stored.value)) return;
  throw new WrongMasterKey(
    `This database was sealed with another master key (fingerprint ${stored?.value ?? 'unknown'}, the key at hand has ${current}). Start with the MASTER_KEY or the DATA_DIR/master.key that belongs to it.`,
  );
}
