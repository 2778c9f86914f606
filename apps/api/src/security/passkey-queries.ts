/** Passkeys in the database. */
import type { Database, Transaction } from '@nuances/db/client';
import { passkeys } from '@nuances/db/schema';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import { removeSlotsOfPasskey } from '../vault/slots.ts';

const isOwn = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

/** The row of a passkey of an account. */
export const ownPasskey = (db: Database | Transaction, userId: string, id: string) =>
  db.select({ id: passkeys.id }).from(passkeys).where(isOwn(userId, id));

/** The passkeys of an account as their owner sees them, the oldest first. */
export function listPasskeys(db: Database | Transaction, userId: string) {
  const { id, credentialId, name, createdAt, lastUsedAt } = passkeys;
  return db
    .select({ id, credentialId, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id));
}

/** What authenticators call the passkeys of an account. */
export const credentialsOf = (db: Database | Transaction, userId: string) =>
  db
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));

/** A passkey of an account by its credential id; null without one. */
export async function findPasskey(db: Database, userId: string, credentialId: string) {
  const [found] = await db
    .select({ id: passkeys.id, publicKey: passkeys.publicKey })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialId, credentialId)));
  return found ?? null;
}

/**
 * Stores the counter of a signature.
 * @returns false when it did not rise; one that stays 0 is of an authenticator that does not count (SPEC.md PASSKEY-1)
 */
export async function storeUse(db: Database, userId: string, id: string, counter: number): Promise<boolean> {
  const isRight = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  // One statement decides between answers at the same time.
  const stored = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(isOwn(userId, id), isRight))
    .returning({ id: passkeys.id });
  return stored.length > 0;
}

/** Adds a passkey. @returns false when the account has this credential already */
export async function addPasskey(
  transaction: Transaction,
  passkey: Omit<typeof passkeys.$inferInsert, 'createdAt'>,
): Promise<boolean> {
  const added = await transaction
    .insert(passkeys)
    .values({ ...passkey, createdAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return added.length > 0;
}

/** @returns whether the account had it */
export async function renamePasskey(db: Database, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning({ id: passkeys.id });
  return renamed.length > 0;
}

/**
 * Removes a passkey of an account, or all, for good: no backup brings one back.
 * @returns the names of those that were there
 */
export async function removePasskeys(transaction: Transaction, userId: string, id?: string): Promise<string[]> {
  const removed = await transaction
    .delete(passkeys)
    .where(id === undefined ? eq(passkeys.userId, userId) : isOwn(userId, id))
    .returning({ name: passkeys.name, credentialId: passkeys.credentialId });
  for (const { credentialId } of removed) await removeSlotsOfPasskey(transaction, userId, credentialId);
  if (removed.length > 0) await recordDecision(transaction, { userId, subject: 'passkeys', value: 'removed' });
  return removed.map(({ name }) => name);
}
