import { profileSchema } from '@nuances/domain/profile/fields';
import { openUserKey } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { importNoteKey, type NoteKey, sealText } from '@nuances/crypto/note-envelope';
import { hashPassword } from '@nuances/crypto/password';
import type { Database } from '@nuances/db/client';
import { notes, scans, usageEvents, users } from '@nuances/db/schema';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { textOfTags } from '@nuances/domain/scan/tags';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { longTransaction } from '../admin/long-transaction.ts';
import { accountOfName, addAccount } from '../auth/queries.ts';
import { createNoteKeys } from '../notes/note-keys.ts';
import type { EnvelopeServices } from '../notes/present-key.ts';
import { putNote } from '../notes/queries.ts';
import { findProfile, storeProfile } from '../profile/queries.ts';
import { type DemoNote, notesOf } from './notes.ts';
import { type DemoScan, type Persona, scansOf } from './personas.ts';

/** Finds or creates the persona's account. @throws Error when a real account has that name */
export async function accountOf(db: Database, keys: MasterKeys, persona: Persona): Promise<string> {
  const known = await accountOfName(db, persona.username);
  if (known) {
    const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, known.id));
    if (row?.email === persona.email) return known.id;
    throw new Error(`The user name ${persona.username} belongs to somebody who is not part of the demo.`);
  }
  const id = randomUUID();
  const passwordHash = await hashPassword(persona.password);
  await db.transaction(async (transaction) => {
    const { username, email, locale } = persona;
    const consentVersion = currentConsentVersion('keep');
    await addAccount(transaction, keys, { id, username, email, locale, passwordHash, consentVersion });
    await transaction
      .update(users)
      .set({ emailVerifiedAt: sql`now()` })
      .where(eq(users.id, id));
  });
  return id;
}

/** Fills in an empty profile; later changes stay. */
async function addProfile(db: Database, userId: string, { profile, email }: Persona): Promise<void> {
  if (profile === null) return;
  await db.transaction(async (transaction) => {
    const stored = await findProfile(transaction, userId);
    if (stored?.firstName === '') await storeProfile(transaction, userId, profileSchema.parse({ ...profile, email }));
  });
}

/** The key that seals what only the persona reads. */
async function noteKeyOf(db: Database, keys: MasterKeys, userId: string): Promise<NoteKey> {
  const [account] = await db
    .select({ sealed: users.userKeySealed, keyVersion: users.userKeyVersion })
    .from(users)
    .where(eq(users.id, userId));
  if (!account) throw new Error('The account of the demo is gone.');
  if (account.sealed === null) throw new Error('The account of the demo has a vault.');
  return importNoteKey(openUserKey(keys, { userId, keyVersion: account.keyVersion }, account.sealed));
}

/** Stores the scans that do not exist yet, their tags sealed. */
async function addScans(db: Database, key: NoteKey, userId: string, list: readonly DemoScan[]): Promise<void> {
  const rows = list.map(async ({ tags, ...scan }) => {
    const text = textOfTags(tags);
    return {
      ...scan,
      userId,
      answers: [...scan.answers],
      scoring: scoreOf(scan.answers),
      receivedAt: scan.createdAt,
      tagsSealed: text === null ? null : await sealText(key, text),
    };
  });
  await db
    .insert(scans)
    .values(await Promise.all(rows))
    .onConflictDoNothing();
}

/** Seals and stores the notes that do not exist yet; later changes stay. */
async function addNotes(
  { db, noteKeys }: EnvelopeServices,
  key: NoteKey,
  userId: string,
  list: readonly DemoNote[],
): Promise<void> {
  const stored = await db.select({ id: notes.id }).from(notes).where(eq(notes.userId, userId));
  const known = new Set(stored.map(({ id }) => id));
  for (const { id: _id, title, text, createdAt, ...note } of list) {
    if (known.has(_id)) continue;
    const content = { ...note, title: await sealText(key, title), text: await sealText(key, text) };
    await putNote({ db, noteKeys }, userId, { _id, content, revision: undefined, movedTo: undefined }, createdAt);
  }
}

/** Moves receipt and usage of some people to the times of their scans and notes; otherwise all would have today's date. */
export async function backdateUsage(db: Database, userIds: readonly string[]): Promise<void> {
  const isTheirs = (column: typeof users.id | typeof scans.userId | typeof notes.userId | typeof usageEvents.userId) =>
    inArray(column, [...userIds]);
  await longTransaction(db, async (transaction) => {
    for (const table of [scans, notes])
      await transaction
        .update(table)
        .set({ receivedAt: sql`${table.createdAt}` })
        .where(and(isTheirs(table.userId), ne(table.receivedAt, table.createdAt)));
    await transaction.delete(usageEvents).where(isTheirs(usageEvents.userId));
    await transaction.execute(sql`
      insert into ${usageEvents} (user_id, kind, at, duration_s)
      select user_id, kind, at, duration_s from (
        select user_id, 'scan' as kind, created_at as at, duration_s from ${scans} where ${isTheirs(scans.userId)}
        union all
        select user_id, 'quiz_started', created_at - make_interval(secs => coalesce(duration_s, 0)), null from ${scans} where ${isTheirs(scans.userId)}
        union all
        select user_id, 'note_created', created_at, null from ${notes} where ${isTheirs(notes.userId)}
        union all
        select user_id, 'notes_opened', created_at - interval '4 minutes', null from ${notes} where ${isTheirs(notes.userId)}
        union all
        select user_id, 'signup', min(created_at) - interval '10 minutes', null from ${scans} where ${isTheirs(scans.userId)} group by user_id
      ) as past`);
  });
}

/**
 * Fills a persona's account; a second time adds only the days that have passed since.
 * @returns how many scans and notes of the demo the account has
 */
export async function fillDemo(
  db: Database,
  keys: MasterKeys,
  persona: Persona,
  now: Date,
): Promise<{ scans: number; notes: number }> {
  const userId = await accountOf(db, keys, persona);
  await addProfile(db, userId, persona);
  const list = scansOf(persona.username, now);
  const key = await noteKeyOf(db, keys, userId);
  await addScans(db, key, userId, list);
  const written = notesOf(list, now).filter(({ createdAt }) => createdAt <= now);
  // Nobody reads an audit of the demo.
  const noteKeys = createNoteKeys(keys, { info: () => undefined });
  await addNotes({ db, noteKeys }, key, userId, written);
  await backdateUsage(db, [userId]);
  return { scans: list.length, notes: written.length };
}
