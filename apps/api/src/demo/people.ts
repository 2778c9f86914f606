import { firstUserKeyVersion, newUserKey, openUserKey, sealUserKey } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { importNoteKey, sealText } from '@nuances/crypto/note-envelope';
import { hashPassword } from '@nuances/crypto/password';
import type { Database } from '@nuances/db/client';
import { consents, notes, scans, users } from '@nuances/db/schema';
import { axisCount, noteCategories } from '@nuances/domain/axes';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { itemAt } from '@nuances/domain/item-at';
import { answerMax, answerMin, scoreOf } from '@nuances/domain/scan/scoring';
import { seededRandom, type Random } from '@nuances/domain/seeded-random';
import { and, inArray, like } from 'drizzle-orm';
import { deterministicUuid } from '../notes/deterministic-uuid.ts';
import { backdateUsage } from './fill.ts';
import { leasTexts } from './note-texts.ts';
import { dayMs } from './personas.ts';

/** The most accounts: what an ordinary machine fills within minutes. */
export const peopleMax = 20_000;
/** One password for all, so that it is hashed once. */
export const peoplePassword = 'Coquelicot7!';
const days = 2 * 365;
/** People whose rows are made and stored together. */
const batch = 250;
/** Rows of one statement: each has at most nine values, and PostgreSQL takes 65,535. */
const rowsPerInsert = 5_000;

/** User name of one of the people, counted from 1. */
export const nameOf = (number: number): string => `demo_${String(number).padStart(5, '0')}`;
const domain = 'demo.example';

interface Member {
  readonly number: number;
  readonly id: string;
  /** When the account was made, milliseconds since 1970. */
  readonly joinedAt: number;
}

const between = (random: Random, from: number, to: number) => from + random() * (to - from);

function accountOf(number: number, passwordHash: string, keys: MasterKeys, now: Date): typeof users.$inferInsert {
  const id = deterministicUuid(`nuances-demo/people/${number}`);
  // More and more join.
  const age = days * dayMs * (1 - seededRandom(number)() ** 0.6);
  const joined = new Date(now.getTime() - age - dayMs);
  return {
    id,
    username: nameOf(number),
    email: `${nameOf(number)}@${domain}`,
    emailVerifiedAt: joined,
    emailClaimedAt: joined,
    locale: number % 3 === 0 ? 'en' : 'fr',
    passwordHash,
    userKeySealed: sealUserKey(keys.current, { userId: id, keyVersion: firstUserKeyVersion }, newUserKey()),
    userKeyVersion: firstUserKeyVersion,
    createdAt: joined,
  };
}

/** The accounts: what there is already stays as it is. @throws Error when a real account has one of the names */
async function addAccounts(db: Database, keys: MasterKeys, count: number, now: Date): Promise<Member[]> {
  const passwordHash = await hashPassword(peoplePassword);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  for (let at = 0; at < count; at += batch) {
    const rows = numbers.slice(at, at + batch).map((number) => accountOf(number, passwordHash, keys, now));
    await db.transaction(async (transaction) => {
      const added = await transaction
        .insert(users)
        .values(rows)
        .onConflictDoNothing()
        .returning({ userId: users.id, at: users.createdAt });
      const agreement = { purpose: 'keep' as const, given: true, version: currentConsentVersion('keep') };
      if (added.length > 0) await transaction.insert(consents).values(added.map((row) => ({ ...row, ...agreement })));
    });
  }
  const stored = await db
    .select({ id: users.id, username: users.username, createdAt: users.createdAt })
    .from(users)
    .where(like(users.email, `demo\\_%@${domain}`));
  const known = new Map(stored.map(({ id, username, createdAt }) => [`${id} ${username}`, createdAt.getTime()]));
  return numbers.map((number) => {
    const id = deterministicUuid(`nuances-demo/people/${number}`);
    const joinedAt = known.get(`${id} ${nameOf(number)}`);
    if (joinedAt === undefined) throw new Error(`${nameOf(number)} belongs to somebody who is not part of the demo.`);
    return { number, id, joinedAt };
  });
}

type ScanRow = typeof scans.$inferInsert;
type NoteRow = typeof notes.$inferInsert;
/** A note in clear. */
type Draft = Omit<NoteRow, 'titleSealed' | 'textSealed'> & { readonly title: string; readonly text: string };

/** One day of one person: the same at every run. Null for a day without a scan. */
function dayOf(
  { number, id, joinedAt }: Member,
  day: number,
  eagerness: number,
): { scan: ScanRow; note: Draft | null } | null {
  const random = seededRandom(number * 100_003 + day);
  // Some stop after a while, some never do.
  const age = (day * dayMs - joinedAt) / dayMs;
  if (random() > eagerness * (0.25 + 0.75 * Math.exp(-age / 120))) return null;
  const createdAt = new Date(day * dayMs + Math.round(between(random, 6, 23) * 3_600_000));
  const mood = 5.9 + 1.6 * Math.sin((day + number) / 17) + between(random, -1, 1);
  const answers = Array.from({ length: axisCount }, () =>
    Math.min(answerMax, Math.max(answerMin, Math.round(mood + between(random, -2.5, 2.5)))),
  );
  const scanId = deterministicUuid(`nuances-demo/people/${number}/${day}`);
  const scan = {
    userId: id,
    id: scanId,
    answers,
    scoring: scoreOf(answers),
    durationS: Math.round(between(random, 45, 190)),
    createdAt,
    receivedAt: createdAt,
  };
  if (random() > 0.22) return { scan, note: null };
  const pick = <Item>(items: readonly Item[]): Item => itemAt(items, Math.floor(random() * items.length));
  const categoryId = pick(noteCategories);
  const chosen = pick(leasTexts[categoryId][random() < 0.5 ? 'high' : 'low']);
  const [title, text] = typeof chosen === 'string' ? ['', chosen] : chosen;
  const writtenAt = new Date(createdAt.getTime() + 240_000);
  const times = { createdAt: writtenAt, receivedAt: writtenAt, updatedAt: writtenAt };
  const noteId = deterministicUuid(`nuances-demo/people/${number}/${day}/note`);
  return {
    scan,
    note: { userId: id, id: noteId, categoryId, scanResultId: scanId, revision: 1, title, text, ...times },
  };
}

/** All days of a person until now. */
function daysOf(member: Member, now: Date) {
  const eagerness = 0.05 + 0.9 * seededRandom(member.number + peopleMax)() ** 2;
  const first = Math.floor(member.joinedAt / dayMs) + 1;
  const last = Math.floor(now.getTime() / dayMs) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    dayOf(member, first + index, eagerness),
  ).filter((found) => found !== null);
}

/** Notes, sealed with the key of each person. */
async function sealed(db: Database, keys: MasterKeys, drafts: readonly Draft[]): Promise<NoteRow[]> {
  const owners = [...new Set(drafts.map(({ userId }) => userId))];
  const accounts = await db
    .select({ id: users.id, sealed: users.userKeySealed, keyVersion: users.userKeyVersion })
    .from(users)
    .where(inArray(users.id, owners));
  const opened = await Promise.all(
    accounts.map(async ({ id, keyVersion, sealed: envelope }) => {
      if (envelope === null) throw new Error('An account of the demo has a vault.');
      const key = openUserKey(keys, { userId: id, keyVersion }, envelope);
      return [id, await importNoteKey(key)] as const;
    }),
  );
  const keyOf = new Map(opened);
  return Promise.all(
    drafts.map(async ({ title, text, ...rest }) => {
      const key = keyOf.get(rest.userId);
      if (!key) throw new Error('An account of the demo is gone.');
      return { ...rest, titleSealed: await sealText(key, title), textSealed: await sealText(key, text) };
    }),
  );
}

export interface FilledCounts {
  readonly people: number;
  readonly scans: number;
  readonly notes: number;
}

/**
 * Accounts with scans, sealed notes and events over two years, for load: real rows, which can be logged in to. The same
 * ones at every run; a later run adds the days since.
 */
export async function fillPeople(db: Database, keys: MasterKeys, count: number, now: Date): Promise<FilledCounts> {
  const members = await addAccounts(db, keys, count, now);
  const counts = { people: count, scans: 0, notes: 0 };
  for (let at = 0; at < count; at += batch) {
    const some = members.slice(at, at + batch);
    const ids = some.map(({ id }) => id);
    const found = some.flatMap((member) => daysOf(member, now));
    const known = await db
      .select({ id: notes.id })
      .from(notes)
      .where(and(inArray(notes.userId, ids)));
    const stored = new Set(known.map(({ id }) => id));
    const drafts = found.flatMap(({ note }) => (note ? [note] : []));
    const rows = await sealed(
      db,
      keys,
      drafts.filter(({ id }) => !stored.has(id)),
    );
    for (let from = 0; from < found.length; from += rowsPerInsert)
      await db
        .insert(scans)
        .values(found.slice(from, from + rowsPerInsert).map(({ scan }) => scan))
        .onConflictDoNothing();
    for (let from = 0; from < rows.length; from += rowsPerInsert)
      await db
        .insert(notes)
        .values(rows.slice(from, from + rowsPerInsert))
        .onConflictDoNothing();
    await backdateUsage(db, ids);
    counts.scans += found.length;
    counts.notes += drafts.length;
  }
  return counts;
}
