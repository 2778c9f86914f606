import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { noteCategories } from '@nuances/domain/axes';
import { desc, eq, getTableName, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type DatabaseHandle } from './client.ts';
import { migrationsFolder } from './migrations/migrations-folder.ts';
import { isPostgresError, sqlState } from './postgres/error-codes.ts';
import {
  deletedNotes,
  instance,
  mailOutbox,
  mailTokens,
  anonymousUserId,
  notes,
  scans,
  sessions,
  usageEvents,
  users,
} from './schema.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await testDatabase();
  handle = openDatabase(database.url, { max: 2, applicationName: 'schema test' });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

const now = new Date('2026-03-04T05:06:07.089Z');
let counter = 0;

type NewUser = typeof users.$inferInsert;
const person = (over: Partial<NewUser> = {}): NewUser => {
  counter += 1;
  return {
    id: randomUUID(),
    username: `Person_${counter}`,
    email: `person${counter}@example.org`,
    locale: 'fr',
    userKeySealed: 'v1.x.y',
    userKeyVersion: 1,
    createdAt: now,
    ...over,
  };
};
const addPerson = async (over: Partial<NewUser> = {}) => {
  const user = person(over);
  await handle.db.insert(users).values(user);
  return user;
};
const scanOf = (userId: string, over: Partial<typeof scans.$inferInsert> = {}) => ({
  userId,
  id: randomUUID(),
  answers: [1, 2, 3, 4, 5, 6, 10],
  scoring: -8,
  durationS: 42,
  createdAt: now,
  receivedAt: now,
  ...over,
});

const noteOf = (userId: string, over: Partial<typeof notes.$inferInsert> = {}) => ({
  userId,
  id: randomUUID(),
  titleSealed: '',
  textSealed: 'H1N05UoHpsrhfKOLjT1aYaeTOIxRqesNcQopNkc=',
  categoryId: 'other' as const,
  revision: 1,
  createdAt: now,
  updatedAt: now,
  ...over,
});

/** The SQLSTATE a statement is refused with; null when it is not. */
const refusal = async (statement: PromiseLike<unknown>): Promise<string | null> => {
  try {
    await statement;
    return null;
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
};
const UNIQUE = '23505';
const CHECK = '23514';
const FOREIGN = '23503';
const NOT_NULL = '23502';

describe('users', () => {
  it('have names that are unique regardless of case', async () => {
    const { username } = await addPerson();
    expect(await refusal(handle.db.insert(users).values(person({ username: username.toUpperCase() })))).toBe(UNIQUE);
    expect(await refusal(handle.db.insert(users).values(person({ username: `${username}_` })))).toBeNull();
  });

  it('have one of three genders, empty texts by default, and a pending address only beside a verified one', async () => {
    const { id } = await addPerson({ emailVerifiedAt: now, pendingEmail: 'next@example.org' });
    const [row] = await handle.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ gender: '', firstName: '', passion: '', birthTime: '', dateOfBirth: null });
    const set = (change: object) => handle.db.update(users).set(change).where(eq(users.id, id));
    expect(await refusal(set({ gender: 'other' }))).toBe(CHECK);
    expect(await refusal(set({ gender: 'male' }))).toBeNull();
    expect(await refusal(set({ emailVerifiedAt: null }))).toBe(CHECK);
    expect(await refusal(set({ emailVerifiedAt: null, pendingEmail: null }))).toBeNull();
  });

  it('share an address until one has verified it, regardless of case', async () => {
    const email = 'shared@example.org';
    const first = await addPerson({ email });
    const second = await addPerson({ email: 'Shared@Example.org' });
    const verify = (id: string) => handle.db.update(users).set({ emailVerifiedAt: now }).where(eq(users.id, id));
    expect(await refusal(verify(first.id))).toBeNull();
    expect(await refusal(verify(second.id))).toBe(UNIQUE);
    expect(await refusal(addPerson({ email }))).toBeNull();
    expect(await refusal(addPerson({ email: email.toUpperCase(), emailVerifiedAt: now }))).toBe(UNIQUE);
  });

  it('have the language English or French, and return dates unchanged', async () => {
    const { id } = await addPerson({ consentedAt: now });
    const [row] = await handle.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({
      role: 'user',
      passwordHash: null,
      emailVerifiedAt: null,
      consentedAt: now,
      createdAt: now,
    });
    expect(await refusal(handle.sql`update users set role = 'root' where id = ${id}`)).toBe(CHECK);
    expect(await refusal(handle.sql`update users set locale = 'de' where id = ${id}`)).toBe(CHECK);
  });
});

describe('scans', () => {
  it('hold seven answers from 1 to 10, nothing else', async () => {
    const { id } = await addPerson();
    for (const answers of [
      [1, 1, 1, 1, 1, 1, 1],
      [10, 10, 10, 10, 10, 10, 10],
    ]) {
      expect(await refusal(handle.db.insert(scans).values(scanOf(id, { answers })))).toBeNull();
    }
    const bad = ['{}', '{1,2,3,4,5,6}', '{1,2,3,4,5,6,7,8}', '{0,2,3,4,5,6,7}', '{1,2,3,4,5,6,11}', '{1,2,3,4,5,6,-1}'];
    for (const answers of [...bad, '{1,2,3,NULL,5,6,7}', '{{1},{2},{3},{4},{5},{6},{7}}']) {
      const insert = handle.sql.unsafe(
        `insert into scans (user_id, id, answers, scoring, created_at, received_at) values ('${id}', '${randomUUID()}', '${answers}', 0, now(), now())`,
      );
      expect(await refusal(insert), answers).toBe(CHECK);
    }
  });

  it('have an envelope of tags of 3,200 bytes at most', async () => {
    const { id } = await addPerson();
    const insert = (length: number) => handle.db.insert(scans).values(scanOf(id, { tagsSealed: 'A'.repeat(length) }));
    expect([await refusal(insert(3_200)), await refusal(insert(3_201))]).toEqual([null, CHECK]);
  });

  it('have no duration, or one of up to a day', async () => {
    const { id } = await addPerson();
    for (const durationS of [null, 0, 86_400]) {
      expect(await refusal(handle.db.insert(scans).values(scanOf(id, { durationS })))).toBeNull();
    }
    for (const durationS of [-1, 86_401]) {
      expect(await refusal(handle.db.insert(scans).values(scanOf(id, { durationS })))).toBe(CHECK);
    }
  });

  it('keep answers of the seven axes only, and know how exact their time is', async () => {
    const { id } = await addPerson();
    for (const kept of [[], [0, 6], [0, 1, 2, 3, 4, 5, 6]])
      expect(await refusal(handle.db.insert(scans).values(scanOf(id, { kept })))).toBeNull();
    for (const kept of [[-1], [7], [0, 1, 2, 3, 4, 5, 6, 6]])
      expect(await refusal(handle.db.insert(scans).values(scanOf(id, { kept })))).toBe(CHECK);
    const [row] = await handle.db.insert(scans).values(scanOf(id)).returning();
    expect([row?.kept, row?.moment]).toEqual([[], 'exact']);
    const unknown = handle.db.execute(raw`update scans set moment = 'about' where id = ${row?.id}`);
    expect(await refusal(unknown)).toBe(CHECK);
  });

  it('have ids within their account: one id may exist in two accounts, once in each', async () => {
    const [alice, bob] = [await addPerson(), await addPerson()];
    const scan = scanOf(alice.id);
    expect(await refusal(handle.db.insert(scans).values(scan))).toBeNull();
    expect(await refusal(handle.db.insert(scans).values({ ...scan, userId: bob.id }))).toBeNull();
    expect(await refusal(handle.db.insert(scans).values(scan))).toBe(UNIQUE);
    expect(await refusal(handle.db.insert(scans).values(scanOf(randomUUID())))).toBe(FOREIGN);
  });
});

describe('notes', () => {
  it('have a category and count their revisions from 1', async () => {
    const { id } = await addPerson();
    for (const categoryId of noteCategories)
      expect(await refusal(handle.db.insert(notes).values(noteOf(id, { categoryId })))).toBeNull();
    const row = handle.sql`insert into notes values (${id}, ${randomUUID()}, '', 'x', 'pink', null, 1, now(), now())`;
    expect(await refusal(row)).toBe(CHECK);
    expect(await refusal(handle.db.insert(notes).values(noteOf(id, { revision: 0 })))).toBe(CHECK);
  });

  it('have ids within their account, and link to scans of their account only', async () => {
    const [alice, bob] = [await addPerson(), await addPerson()];
    const note = noteOf(alice.id);
    expect(await refusal(handle.db.insert(notes).values(note))).toBeNull();
    expect(await refusal(handle.db.insert(notes).values({ ...note, userId: bob.id }))).toBeNull();
    expect(await refusal(handle.db.insert(notes).values(note))).toBe(UNIQUE);
    const scan = scanOf(alice.id);
    await handle.db.insert(scans).values(scan);
    const linked = { scanResultId: scan.id };
    expect(await refusal(handle.db.insert(notes).values(noteOf(bob.id, linked)))).toBe(FOREIGN);
    expect(await refusal(handle.db.insert(notes).values(noteOf(alice.id, linked)))).toBeNull();
    // The notes are unlinked before the scan is deleted.
    expect(await refusal(handle.db.delete(scans).where(eq(scans.id, scan.id)))).toBe(FOREIGN);
  });
});

describe('scans and notes', () => {
  it('are listed newest first from the index, without sorting', async () => {
    const { id } = await addPerson();
    const some = Array.from({ length: 20 });
    await handle.db.insert(scans).values(some.map(() => scanOf(id)));
    await handle.db.insert(notes).values(some.map(() => noteOf(id)));
    for (const table of [scans, notes]) {
      const plan = await handle.db.transaction(async (transaction) => {
        await transaction.execute(raw`set local enable_seqscan = off`);
        await transaction.execute(raw`set local enable_bitmapscan = off`);
        const query = raw`select * from ${table} where ${eq(table.userId, id)} order by ${desc(table.createdAt)}, ${table.id}`;
        return JSON.stringify(await transaction.execute(raw`explain ${query}`));
      });
      expect(plan).toContain(`${getTableName(table)}_user_time_index`);
      expect(plan).not.toContain('Sort');
    }
  });
});

describe('the other tables', () => {
  it('are deleted with their account, except events', async () => {
    const { id } = await addPerson();
    const scan = scanOf(id);
    await handle.db.insert(scans).values(scan);
    await handle.db.insert(notes).values(noteOf(id, { scanResultId: scan.id }));
    await handle.db.insert(deletedNotes).values({ userId: id, id: randomUUID(), revision: 1, deletedAt: now });
    const session = {
      id: 'a'.repeat(64),
      userId: id,
      expiresAt: now,
      absoluteExpiresAt: now,
      createdAt: now,
      lastSeenAt: now,
    };
    await handle.db.insert(sessions).values(session);
    await handle.db.insert(mailTokens).values({
      tokenHash: 'b'.repeat(64),
      userId: id,
      purpose: 'reset',
      email: 'x@example.org',
      createdAt: now,
      expiresAt: now,
    });
    await handle.db.insert(usageEvents).values({ userId: id, kind: 'signup', at: now });
    await handle.db.delete(users).where(eq(users.id, id));
    for (const table of [scans, notes, deletedNotes, sessions, mailTokens]) {
      expect(await handle.db.select().from(table).where(eq(table.userId, id))).toEqual([]);
    }
    expect(await handle.db.select().from(usageEvents).where(eq(usageEvents.userId, id))).toHaveLength(1);
  });

  it('refuse unknown values', async () => {
    const { id } = await addPerson();
    expect(
      await refusal(
        handle.sql`insert into usage_events (user_id, kind, at) values (${anonymousUserId}, 'landing', now())`,
      ),
    ).toBeNull();
    expect(
      await refusal(handle.sql`insert into usage_events (user_id, kind, at) values (${id}, 'answer', now())`),
    ).toBe(CHECK);
    expect(await refusal(handle.sql`insert into usage_events (kind, at) values ('landing', now())`)).toBe(NOT_NULL);
    const token = handle.sql`insert into mail_tokens values ('h', ${id}, 'login', 'x@example.org', now(), now(), null)`;
    expect(await refusal(token)).toBe(CHECK);
    const session = handle.sql`insert into sessions values ('s', ${id}, now(), now(), now(), now(), ${'x'.repeat(201)})`;
    expect(await refusal(session)).toBe(CHECK);
  });

  it('give a session of an older version its own family', async () => {
    const { id } = await addPerson();
    for (const name of ['old-1', 'old-2'])
      await handle.sql`insert into sessions (id, user_id, expires_at, absolute_expires_at, created_at, last_seen_at)
        values (${name}, ${id}, now(), now(), now(), now())`;
    const rows = await handle.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(rows).toMatchObject([{ rotates: false, successorId: null, firstUsedAt: null }, { rotates: false }]);
    expect(new Set(rows.map(({ family }) => family)).size).toBe(2);
  });

  it('hold mails and facts', async () => {
    const id = randomUUID();
    await handle.db.insert(mailOutbox).values({ id, payloadSealed: 'v1.x.y', createdAt: now, nextAttemptAt: now });
    const [mail] = await handle.db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
    expect(mail).toMatchObject({ attempts: 0, sentAt: null, lockedUntil: null, lastError: null });
    await handle.db.insert(instance).values({ key: 'master_key', value: 'f' });
    expect(await refusal(handle.db.insert(instance).values({ key: 'master_key', value: 'g' }))).toBe(UNIQUE);
  });
});

describe('the schema fits a distributed database', () => {
  it('has no trigger, sequence, enum or ON DELETE SET NULL of ours', async () => {
    const [found] = await handle.sql<[Record<string, number>]>`
      select
        (select count(*)::int from pg_trigger where not tgisinternal) as triggers,
        (select count(*)::int from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace) as sequences,
        (select count(*)::int from pg_type where typtype = 'e') as enums,
        (select count(*)::int from pg_constraint where contype = 'f' and confdeltype in ('n', 'd')) as set_nulls`;
    expect(found).toEqual({ triggers: 0, sequences: 0, enums: 0, set_nulls: 0 });
  });

  it('puts every foreign key after every table', async () => {
    const files = (await readdir(migrationsFolder())).filter((name) => name.endsWith('.sql'));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const text = await readFile(join(migrationsFolder(), name), 'utf8');
      const key = text.indexOf('FOREIGN KEY');
      if (key !== -1) expect(text.indexOf('CREATE TABLE', key), name).toBe(-1);
    }
  });
});

it('the checks that vaults brought read no row that was there: reading them all under a lock would stop everybody', async () => {
  const unread = await handle.db.execute<{ name: string }>(
    raw`select conname as name from pg_constraint where contype = 'c' and not convalidated and conrelid in ('notes'::regclass, 'scans'::regclass, 'users'::regclass) order by conname`,
  );
  expect(unread.map(({ name }) => name)).toEqual([
    'notes_clear_or_sealed',
    'scans_clear_or_sealed',
    'scans_tags_short',
    'users_key_mode_known',
    'users_key_somewhere',
    'users_key_target_known',
    'users_key_target_while_moving',
  ]);
});

it('isPostgresError looks through what wraps the error', async () => {
  const { id } = await addPerson();
  const error: unknown = await handle.db
    .insert(users)
    .values(person({ id }))
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  expect(isPostgresError(error, UNIQUE)).toBe(true);
  expect(isPostgresError(error, CHECK)).toBe(false);
  expect(isPostgresError(error)).toBe(true);
  expect(isPostgresError(new Error('no'))).toBe(false);
});
