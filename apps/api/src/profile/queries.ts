import type { Database } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import type { Locale } from '@nuances/domain/locales';
import { eq } from 'drizzle-orm';

/** The language of the interface, of mails, and of answers to requests that name none. */
export async function setLanguage(db: Database, userId: string, locale: Locale): Promise<void> {
  await db.update(users).set({ locale }).where(eq(users.id, userId));
}
