import { open, seal } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { instance } from '@nuances/db/schema';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { loadWebPush } from './web-push.ts';

const row = 'push_keys';
const label = 'push-keys';

/** The VAPID key pair of this installation, base64url (RFC 8292). Push services know a sender by it. */
const pushKeysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
export type PushKeys = z.infer<typeof pushKeysSchema>;

const openKeys = (keys: MasterKeys, sealed: string): PushKeys =>
  pushKeysSchema.parse(JSON.parse(open(keys, label, [], sealed).toString('utf8')));

const sealKeys = (keys: MasterKeys, pair: PushKeys) =>
  seal(keys.current, label, [], Buffer.from(JSON.stringify(pair), 'utf8'));

/**
 * The key pair of this installation, made at the first call and the same for all instances from then on. It is in the
 * database, sealed by the master key: decision 36 in docs/decisions/README.md.
 */
export function createPushKeys(db: Database, keys: MasterKeys): () => Promise<PushKeys> {
  let known: Promise<PushKeys> | undefined;

  async function read(): Promise<PushKeys> {
    const { generateVAPIDKeys } = await loadWebPush();
    await db
      .insert(instance)
      .values({ key: row, value: sealKeys(keys, generateVAPIDKeys()) })
      .onConflictDoNothing();
    const [stored] = await db.select({ value: instance.value }).from(instance).where(eq(instance.key, row));
    if (!stored) throw new Error('The push keys were removed in the same instant');
    return openKeys(keys, stored.value);
  }

  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/**
 * Seals the pair again with the current master key.
 * @throws SealInvalid when none of the master keys opens it
 */
export async function resealPushKeys(db: Database, keys: MasterKeys): Promise<void> {
  const [stored] = await db.select({ value: instance.value }).from(instance).where(eq(instance.key, row));
  if (!stored) return;
  await db
    .update(instance)
    .set({ value: sealKeys(keys, openKeys(keys, stored.value)) })
    .where(and(eq(instance.key, row), eq(instance.value, stored.value)));
}
