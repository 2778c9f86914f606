import type { Transaction } from '@nuances/db/client';
import { reminders, sessions } from '@nuances/db/schema';
import { and, eq, notExists } from 'drizzle-orm';

/** Removes an account's reminder when the login of its device is over; in the transaction that ended it. */
export async function removeReminderWithoutLogin(transaction: Transaction, userId: string): Promise<void> {
  const login = transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, reminders.userId), eq(sessions.family, reminders.family)));
  await transaction.delete(reminders).where(and(eq(reminders.userId, userId), notExists(login)));
}
