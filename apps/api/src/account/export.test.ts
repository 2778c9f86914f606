/** The export holds a row of every table that holds something of the person, as docs/export.md says, each field with a name in words. */
import * as schema from '@nuances/db/schema';
import { isRecord } from '@nuances/domain/record';
import { storedItems } from '@nuances/domain/stored-data';
import en from '@nuances/i18n/en/profile/index';
import fr from '@nuances/i18n/fr/profile/index';
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { exportSchema } from './account-fields.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

const text = readFileSync(new URL('../../../../docs/export.md', import.meta.url), 'utf8');

/** The items of the lists below a heading of docs/export.md, each without its dash. */
function itemsOf(heading: string): string[] {
  const section = text.split(`${heading}\n`)[1]?.split('\n#')[0] ?? '';
  return Array.from(section.replaceAll(/\n +/g, ' ').matchAll(/^- (.*)$/gm), ([, item = '']) => item);
}
const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Columns, and whole tables, that the document leaves out. */
const leftOut = itemsOf('### Not in it').flatMap((item) => {
  const [names = ''] = item.split(' (');
  const [table, fields] = names.split(':');
  return fields === undefined ? codes(names) : codes(fields).map((field) => `${codes(table)[0]}.${field}`);
});

/** The columns that the ledger calls readable, by table. */
const readable = new Map<string, string[]>();
for (const { table, readable: fields = [] } of storedItems)
  readable.set(table, [...(readable.get(table) ?? []), ...fields]);

const tables = Object.values(schema).filter((value) => is(value, PgTable));

/** The column by which the rows of a table belong to a person; undefined for a table without any. */
const ownerOf = (table: PgTable) =>
  Object.values(getTableColumns(table)).find(({ name }) => name === (table === schema.users ? 'id' : 'user_id'));

let t: TestApp;
let exported: Record<string, unknown>;
let person: TestApp['alice'];

const written = {
  firstName: 'Ada',
  lastName: 'Roux',
  gender: 'female',
  passion: 'Les poires',
  mission: 'Le marché',
  vocation: 'La gare',
  profession: 'Le port',
  birthTime: '07:05',
  birthPlace: 'Lyon',
} as const;
const day = (index: number) => new Date(Date.UTC(2026, 9, index, 8, 0, 0, index));
const envelope = randomBytes(40).toString('base64');

/** Writes something into every table that is about a person. */
async function writeEverywhere(): Promise<void> {
  const { api, id: userId, email } = person;
  const { db } = t;
  await api.results.create({ answers: [1, 2, 3, 4, 5, 6, 7], tags: envelope });
  await api.notes.create({ text: envelope, categoryId: 'red' });
  const mood = {
    at: day(18).toISOString(),
    offset: 60,
    moment: 'exact' as const,
    value: 4,
    label: 'bien',
    words: ['marche'],
  };
  const moods = [{ _id: randomUUID(), source: 'daylio' as const, name: '', scale: 5 as const, entries: [mood] }];
  await api.restore.add({ scans: [], notes: [], moods });
  const { note } = await api.notes.create({ text: envelope, categoryId: 'red' });
  await api.notes.delete({ _id: note._id });
  await api.tokens.create({ name: 'cron', scope: 'read', days: 1, password });
  await db
    .update(schema.users)
    .set({ ...written, emailVerifiedAt: day(1), pendingEmail: 'b@example.org' })
    .where(eq(schema.users.id, userId));
  await db.insert(schema.consents).values({ userId, purpose: 'keep', given: true, version: '2026-01-01', at: day(3) });
  await db.insert(schema.oneTimeCodes).values({ userId, secretSealed: 'x', createdAt: day(4), confirmedAt: day(5) });
  await db.insert(schema.passkeys).values({
    userId,
    id: randomUUID(),
    credentialId: 'credential',
    publicKey: 'key',
    counter: 0,
    name: 'Téléphone',
    createdAt: day(13),
    lastUsedAt: day(14),
  });
  await db.insert(schema.vaultSlots).values({
    userId,
    id: randomUUID(),
    kind: 'passkey',
    keyVersion: 2,
    parameters: 'credential.input',
    wrapped: 'w1.secret',
    name: 'Portable',
    createdAt: day(15),
    usedAt: day(16),
  });
  await db
    .update(schema.users)
    .set({ keyVersion: 2, vaultSince: day(17), vaultManifest: 'm1.signed', profileSealed: 'v2.profile' })
    .where(eq(schema.users.id, userId));
  await db.insert(schema.backupCodes).values({ userId, codeHash: 'x' });
  await db.insert(schema.mailTokens).values({
    userId,
    tokenHash: randomUUID(),
    purpose: 'disown',
    email: `old.${email}`,
    createdAt: day(6),
    expiresAt: day(7),
    usedAt: day(8),
  });
  await db.insert(schema.ledgerEntries).values({ userId, subject: 'role', value: 'user', at: day(9) });
  const [session] = await db.select().from(schema.sessions).where(eq(schema.sessions.userId, userId));
  if (!session) throw new Error('no session');
  const { family } = session;
  await db.insert(schema.reminders).values({
    userId,
    family,
    days: [1, 3],
    time: '20:31',
    zone: 'Europe/Paris',
    endpointSealed: 'x',
    pausedUntil: day(10),
    nextDueAt: day(11),
    sentAt: day(12),
  });
  await db.insert(schema.usageWeeks).values({ weekStart: '2026-10-05' });
  await db.insert(schema.usageUserWeeks).values({ userId, weekStart: '2026-10-05', nbSessions: 3, nbActive: 7_919 });
}

beforeAll(async () => {
  t = await testApp();
  person = await t.person('whole');
  await writeEverywhere();
  await t.services.activity.flush();
  const { json } = await t.http('GET', '/trpc/profile.exportData', { token: person.shortToken });
  exported = z.object({ result: z.object({ data: z.record(z.string(), z.unknown()) }) }).parse(json).result.data;
});
afterAll(() => t.close());

describe('what is exported', () => {
  it('holds a row of every table with something of the person, but what docs/export.md leaves out', async () => {
    const all = JSON.stringify(exported);
    const checked: string[] = [];
    for (const table of tables) {
      const [name, owner] = [getTableName(table), ownerOf(table)];
      if (!owner || leftOut.includes(name)) continue;
      const rows: Readonly<Record<string, unknown>>[] = await t.db.select().from(table).where(eq(owner, person.id));
      expect(rows, `a row of ${name} to be exported`).not.toEqual([]);
      for (const [key, column] of Object.entries(getTableColumns(table))) {
        const field = `${name}.${column.name}`;
        if (column.name === 'user_id' || !readable.get(name)?.includes(column.name) || leftOut.includes(field))
          continue;
        for (const row of rows) {
          if (row[key] === null || (row[key] === false && name === 'sessions')) continue;
          expect(all, field).toContain(JSON.stringify(row[key]));
          checked.push(field);
        }
      }
    }
    expect(new Set(checked).size).toBeGreaterThan(60);
  });

  it('has nothing that opens a vault', () => {
    expect(JSON.stringify(exported)).not.toContain('w1.secret');
    expect(JSON.stringify(exported)).not.toContain('credential.input');
  });

  it('leaves nothing out that does not exist', () => {
    const known = new Set(
      tables.flatMap((table) => [
        getTableName(table),
        ...Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`),
      ]),
    );
    expect(leftOut.length).toBeGreaterThan(10);
    expect(leftOut.filter((name) => !known.has(name))).toEqual([]);
  });

  it('has the fields that docs/export.md names, and the types of the client with them', () => {
    const named = itemsOf('## `nuances.json`')
      .flatMap((item) => codes(item.split(': ')[0]))
      .map((name) => name.replace(/\[\].*$/, ''));
    expect([...new Set(named)].toSorted()).toEqual([...Object.keys(exportSchema.shape), 'version'].toSorted());
    expect(Object.keys(exported).toSorted()).toEqual(Object.keys(exportSchema.shape).toSorted());
  });
});

describe.each([
  ['en', en],
  ['fr', fr],
] as const)('the page of an export in %s', (_locale, { config }) => {
  const { part: parts, field: otherFields } = config.archive;
  it('has a name for every part and every field', () => {
    const { profile, scans: _scans, notes: _notes, moods, exportedAt: _at, ...others } = exported;
    const unnamed = Object.keys({ account: profile, moods, ...others }).filter((name) => !(name in parts));
    const records = Object.values(others).flat().filter(isRecord);
    for (const record of records) unnamed.push(...Object.keys(record).filter((name) => !(name in otherFields)));
    const ofPage: readonly string[] = [
      'username',
      'email',
      'dateOfBirth',
      'countryOfResidency',
      ...Object.keys(written),
    ];
    const ofAccount = Object.keys(isRecord(profile) ? profile : {}).filter((name) => !ofPage.includes(name));
    unnamed.push(...ofAccount.filter((name) => !(name in otherFields)));
    expect([...new Set(unnamed)]).toEqual([]);
  });
});
