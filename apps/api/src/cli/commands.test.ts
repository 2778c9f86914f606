import { openUserKey, seal, sealUserKey } from '@nuances/crypto/seal';
import { type MasterKeys, parseMasterKey } from '@nuances/crypto/master-key';
import { aggregationRuns, instance, mailOutbox, usageWeeks, users } from '@nuances/db/schema';
import { eq, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFingerprint } from '../database/master-key-check.ts';
import { runCommand } from '../testing/commands.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { commandOf } from './commands.ts';

const hexKey = () => randomBytes(32).toString('hex');

let t: TestApp;
useApp((app) => (t = app));

const run = (words: readonly string[], masterKeys?: MasterKeys) => runCommand(t, words, masterKeys);

describe('arguments', () => {
  it.each([
    [],
    ['grant'],
    ['grant', 'a', 'b'],
    ['promote', 'alice'],
    ['rotate-key', 'now'],
    ['aggregate', 'all'],
    ['distribute', 'now'],
    ['revoke'],
    ['lock'],
    ['lock', '--all'],
    ['unlock', 'a', 'b'],
    ['admins', 'all'],
    ['sessions'],
    ['sessions', 'alice'],
    ['sessions', 'end'],
    ['sessions', 'end', '--all', 'alice'],
  ])('not of ours: %j %j %j', (...words) => {
    expect(commandOf(words.filter((word) => word !== undefined))).toBeNull();
  });
});

describe('roles', () => {
  const call = (token: string) => t.http('GET', '/api/results?source=stats', { token });
  const refresh = async (refreshToken: string) =>
    Object((await t.http('POST', '/api/auth/refresh', { body: { refreshToken } })).json).shortToken;

  it('are granted and revoked by user name, in any case, with effect at the next call', async () => {
    const person = await t.person('Promoted');
    expect(await run(['grant', 'promoted'])).toEqual({ isDone: true, said: ['Promoted is an administrator now.'] });
    expect((await call(person.shortToken)).status).toBe(401);
    const token = await refresh(person.refreshToken);
    expect((await t.services.sessions.find(token))?.role).toBe('admin');
    expect(await run(['revoke', 'PROMOTED'])).toMatchObject({ isDone: true });
    expect((await call(token)).status).toBe(401);
    expect((await t.services.sessions.find(await refresh(person.refreshToken)))?.role).toBe('user');
    expect(await run(['revoke', 'promoted'])).toMatchObject({ isDone: true }); // repeating it changes nothing
  });

  it('need an existing account', async () => {
    expect(await run(['grant', 'nobody'])).toEqual({ isDone: false, said: ['Nobody is called nobody.'] });
    expect(await run(['grant', "x' or true --"])).toMatchObject({ isDone: false });
  });
});

describe('aggregate', () => {
  it('runs with progress, and reports a run in progress', async () => {
    await t.alice.api.results.startScan();
    expect(await run(['aggregate'])).toEqual({
      isDone: true,
      said: [
        '0 %: 0 of 1 weeks, 0 rows',
        '100 %: 1 of 1 weeks, 1 rows',
        'Done: every event up to the start of this run is counted.',
      ],
    });
    const [week] = await t.db.select().from(usageWeeks);
    expect(week).toMatchObject({ nbQuizStarted: 1 });
    const moment = sql`now()`;
    const running = {
      id: randomUUID(),
      trigger: 'button',
      outcome: 'running',
      startedAt: moment,
      heartbeatAt: moment,
    } as const;
    await t.db.insert(aggregationRuns).values(running);
    expect(await run(['aggregate'])).toEqual({
      isDone: false,
      said: ['Another aggregation is under way: nothing was done.'],
    });
    await t.db.delete(aggregationRuns);
  });
});

describe('the master key', () => {
  let old: MasterKeys;
  let both: MasterKeys;
  let fresh: MasterKeys;
  beforeEach(async () => {
    await t.db.delete(instance);
    // Notices of the tests before.
    await t.db.delete(mailOutbox);
    old = t.masterKeys;
    fresh = { current: parseMasterKey(hexKey()), previous: null };
    both = { current: fresh.current, previous: old.current };
  });
  afterEach(async () => {
    await t.db.delete(mailOutbox);
    await checkFingerprint(t.db, { current: old.current, previous: fresh.current }).catch(() => undefined);
    await run(['rotate-key'], { current: old.current, previous: fresh.current });
  });

  const keyOf = async (userId: string, keys: MasterKeys) => {
    const [row] = await t.db.select().from(users).where(eq(users.id, userId));
    return openUserKey(keys, { userId, keyVersion: row?.userKeyVersion ?? 0 }, row?.userKeySealed ?? '');
  };

  it('can be rotated: every note key opens before, during and after; then the old one is not needed', async () => {
    await checkFingerprint(t.db, old);
    await checkFingerprint(t.db, both);
    expect(await keyOf(t.alice.id, both)).toBe(t.alice.userKey);
    const { isDone, said } = await run(['rotate-key'], both);
    expect([isDone, said.at(-1)]).toEqual([true, expect.stringMatching(/^0 left\. MASTER_KEY_PREVIOUS/)]);
    for (const { id, userKey } of [t.alice, t.bob, t.admin]) {
      expect(await keyOf(id, fresh)).toBe(userKey);
      await expect(keyOf(id, old)).rejects.toThrow('None of the master keys');
    }
    await checkFingerprint(t.db, fresh);
    await expect(checkFingerprint(t.db, old)).rejects.toThrow('another master key');
    expect(await run(['rotate-key'], fresh)).toEqual({ isDone: true, said: ['0 left.'] });
  });

  it('a start with either key alone is refused while both are needed', async () => {
    await checkFingerprint(t.db, old);
    await expect(checkFingerprint(t.db, fresh)).rejects.toThrow('another master key');
    await checkFingerprint(t.db, both);
    await expect(checkFingerprint(t.db, fresh)).rejects.toThrow('rotate-key');
    await expect(checkFingerprint(t.db, old)).rejects.toThrow('rotate-key');
    const third = { current: parseMasterKey(hexKey()), previous: fresh.current };
    await expect(checkFingerprint(t.db, third)).rejects.toThrow('rotate-key');
    // The rotation can be reverted.
    await checkFingerprint(t.db, { current: old.current, previous: fresh.current });
    await run(['rotate-key'], { current: old.current, previous: fresh.current });
    await checkFingerprint(t.db, old);
  });

  it('several instances that start together with a new key agree', async () => {
    await checkFingerprint(t.db, old);
    await Promise.all(Array.from({ length: 6 }, () => checkFingerprint(t.db, both)));
    expect((await t.db.select().from(instance)).map(({ key }) => key).toSorted()).toEqual([
      'master_key_fingerprint',
      'master_key_fingerprint_previous',
    ]);
  });

  it('waiting mails count as remaining until they are sent', async () => {
    await checkFingerprint(t.db, both);
    const id = randomUUID();
    await t.db.insert(mailOutbox).values({
      id,
      payloadSealed: seal(old.current, 'mail-outbox', [id], Buffer.from('{}')),
      createdAt: sql`now()`,
      nextAttemptAt: sql`now() + interval '1 day'`,
    });
    const { isDone, said } = await run(['rotate-key'], both);
    expect([isDone, said.at(-1)]).toEqual([false, expect.stringMatching(/^1 left\. 1 of them are mails/)]);
    await t.db.delete(mailOutbox);
    expect(await run(['rotate-key'], both)).toMatchObject({ isDone: true });
  });

  it('a seal that no key opens is reported, unchanged, and keeps the old key required', async () => {
    await checkFingerprint(t.db, both);
    const person = await t.person(`broken_${randomBytes(4).toString('hex')}`);
    const sealed = sealUserKey(parseMasterKey(hexKey()), { userId: person.id, keyVersion: 1 }, person.userKey);
    await t.db.update(users).set({ userKeySealed: sealed }).where(eq(users.id, person.id));
    const { isDone, said } = await run(['rotate-key'], both);
    expect([isDone, said.at(-1)]).toEqual([false, expect.stringMatching(/^1 left\. No key at hand opens 1/)]);
    const [row] = await t.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.userKeySealed).toBe(sealed);
    await t.db.delete(users).where(eq(users.id, person.id));
  });
});
