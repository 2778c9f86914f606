/** The ledger of agreements (SPEC.md CONSENT-1 to CONSENT-4). */
import type { Database, Transaction } from '@nuances/db/client';
import { columnsOf } from '@nuances/db/field-columns';
import { consents, reminders, users } from '@nuances/db/schema';
import { type ConsentEntry, consentFields, type ConsentPurpose } from '@nuances/domain/consent/fields';
import {
  changesConsent,
  currentConsentVersion,
  lastConsent,
  type WithdrawablePurpose,
} from '@nuances/domain/consent/ledger';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { asc, eq, sql } from 'drizzle-orm';
import { retryLockTimeout } from '../admin/long-transaction.ts';
import { recordDecision } from '../account/ledger-entries.ts';
import { foldIntoAnonymous, hasUsageOf } from '../admin/week-erasure.ts';
import { lockLogin, lockUser, type Login } from '../database/lock-user.ts';

/** A withdrawal waits this often for a running aggregation, two seconds each: about as long as its request may take. */
const withdrawalTries = 3;

const entryColumns = columnsOf(consents, consentFields);

/** Every entry of a person, oldest first. */
export async function readConsents(db: Database | Transaction, userId: string) {
  return db.select(entryColumns).from(consents).where(eq(consents.userId, userId)).orderBy(asc(consents.at));
}

type StoredEntry = Awaited<ReturnType<typeof readConsents>>[number];

/**
 * Adds an entry. Its time is after the last one's, also when the clock was set back. Call with the person's row held, or
 * in the transaction that makes it.
 * @param last the entry of the purpose so far
 */
async function addEntry(
  transaction: Transaction,
  userId: string,
  entry: ConsentEntry,
  last: Pick<StoredEntry, 'at'> | null,
): Promise<void> {
  const now = sql`clock_timestamp()`;
  const at = last ? sql`greatest(${now}, ${last.at.toISOString()}::timestamptz + interval '1 millisecond')` : now;
  await transaction.insert(consents).values({ userId, ...entry, at });
}

/** Records the agreement of a sign-up, in the transaction that makes the account. */
export async function recordFirstConsent(transaction: Transaction, userId: string, version: string): Promise<void> {
  await addEntry(transaction, userId, { purpose: 'keep', given: true, version }, null);
}

/** Records an agreement, unless it stands already. @throws AppError `quotaReached` */
async function addAgreement(
  transaction: Transaction,
  userId: string,
  purpose: ConsentPurpose,
  version: string,
): Promise<void> {
  const entries = await readConsents(transaction, userId);
  const last = lastConsent(entries, purpose);
  if (!changesConsent(last, version)) return;
  if (entries.length >= limits.consentEntries) throw new AppError('quotaReached');
  await addEntry(transaction, userId, { purpose, given: true, version }, last);
}

/**
 * Records an agreement to a version of the words. From an agreement to `usage` on events are stored again.
 * @throws AppError `quotaReached`, `sessionMissing`
 */
export async function giveConsent(
  db: Database,
  userId: string,
  { purpose, version }: { readonly purpose: ConsentPurpose; readonly version: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    await addAgreement(transaction, userId, purpose, version);
    if (purpose === 'usage') await transaction.update(users).set({ countsUsage: true }).where(eq(users.id, userId));
  });
}

/**
 * Holds the person's row and records their agreement to a reminder of one of their logins, for the transaction that stores it.
 * @param decidedAt when the person turned it on, if that was before the call
 * @throws AppError `consentWithdrawn` when they have withdrawn it since then, `quotaReached`, `sessionMissing`
 */
export async function agreeToReminder(
  transaction: Transaction,
  login: Login,
  decidedAt: Date | undefined,
): Promise<void> {
  const { userId } = login;
  await lockLogin(transaction, login);
  const last = lastConsent(await readConsents(transaction, userId), 'reminder');
  if (decidedAt !== undefined && last?.given === false && last.at > decidedAt) throw new AppError('consentWithdrawn');
  await addAgreement(transaction, userId, 'reminder', currentConsentVersion('reminder'));
}

/**
 * Withdraws an agreement and what it allowed, in one transaction: the reminder with its address, or the usage events of
 * the person, whose weekly counts become anonymous. Repeated, it removes again what may be left.
 * @throws AppError `sessionMissing`
 */
export async function withdrawConsent(db: Database, userId: string, purpose: WithdrawablePurpose): Promise<void> {
  await retryLockTimeout(withdrawalTries, () =>
    db.transaction(async (transaction) => {
      // Those who record an event of the person go on only with what is committed here.
      await lockUser(transaction, userId, purpose === 'usage' ? 'update' : 'no key update');
      const last = lastConsent(await readConsents(transaction, userId), purpose);
      // Use is counted without an agreement; a reminder without one is not stored.
      const stands = last ? last.given : purpose === 'usage';
      const version = last?.version ?? currentConsentVersion(purpose);
      if (stands) {
        await addEntry(transaction, userId, { purpose, given: false, version }, last);
        const at = sql`(select max(at) from ${consents} where ${consents.userId} = ${userId} and ${consents.purpose} = ${purpose})`;
        await recordDecision(transaction, { userId, subject: purpose, value: version, at });
      }
      if (purpose === 'reminder') {
        await transaction.delete(reminders).where(eq(reminders.userId, userId));
        return;
      }
      await transaction.update(users).set({ countsUsage: false }).where(eq(users.id, userId));
      // Locks the weeks of all people: not for nothing.
      if (stands || (await hasUsageOf(transaction, userId))) await foldIntoAnonymous(transaction, userId);
    }),
  );
}
