/** Two instances on one database, and the clock of one of them is hours off: over real calls, by the database's real clock. */
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { parseMasterKey } from '@nuances/crypto/master-key';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';

const hourMs = 3_600_000;
let database: TestDatabase;
let right: TestApp;
let wrong: TestApp;
/** How far the clock of the wrong instance is ahead, milliseconds. */
let aheadMs = 0;

beforeAll(async () => {
  database = await testDatabase();
  const masterKeys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: null };
  right = await testApp({ database, masterKeys, suffix: '_right' });
  wrong = await testApp({ database, masterKeys, suffix: '_wrong', now: () => Date.now() + aheadMs });
});
afterAll(async () => {
  await wrong.close();
  await right.close().catch(() => undefined); // the database is dropped already
});
beforeEach(async () => {
  aheadMs = 0;
  await wrong.services.clock.compare();
});

const health = async () => (await wrong.http('GET', '/api/health')).json;
const warnings = () => wrong.log.filter((line) => line.includes('The clock of this machine')).length;
const list = async (app: TestApp, token: string) =>
  (await app.http('GET', '/api/results?source=stats', { token })).status;
const refreshAt = async (app: TestApp, refreshToken: string) =>
  String(Object((await app.http('POST', '/api/auth/refresh', { body: { refreshToken } })).json).shortToken);

describe('an instance whose clock is two hours ahead', () => {
  it('says so once in the log and in its health, and takes the tokens of the other; control: before it knows', async () => {
    const { refreshToken } = right.alice;
    const token = await refreshAt(right, refreshToken);
    expect(await health()).not.toHaveProperty('clockAheadS');
    const before = warnings();
    aheadMs = 2 * hourMs;
    expect(await list(wrong, token)).toBe(401);

    expect(await health()).toMatchObject({ status: 'ok', clockAheadS: 7_200 });
    expect(await list(wrong, token)).toBe(200);
    await health();
    expect(warnings() - before).toBe(1);
    expect(wrong.log.at(-1)).not.toContain('token');
    // Its own tokens are good elsewhere, and no longer than others.
    const own = await refreshAt(wrong, refreshToken);
    expect(await list(right, own)).toBe(200);
    const { exp } = JSON.parse(Buffer.from(own.split('.')[1] ?? '', 'base64url').toString());
    expect(Math.abs(Number(exp) - (Date.now() / 1_000 + 900))).toBeLessThan(10);

    aheadMs = 0;
    expect(await health()).not.toHaveProperty('clockAheadS');
    expect(warnings() - before).toBe(2);
  });
});

describe('an instance whose clock is two hours behind', () => {
  it('gives tokens that the other takes, and files a scan at its time; control: before it knows', async () => {
    const { refreshToken } = right.bob;
    aheadMs = -2 * hourMs;
    expect(await list(right, await refreshAt(wrong, refreshToken))).toBe(401);
    const createdAt = new Date().toISOString();
    const save = async () => {
      const token = right.bob.shortToken;
      const body = { _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7], createdAt };
      return Object((await wrong.http('POST', '/api/results', { token, body })).json).result?.createdAt;
    };
    expect(await save()).not.toBe(createdAt); // two hours too early

    expect(await health()).toMatchObject({ clockAheadS: -7_200 });
    expect(await list(right, await refreshAt(wrong, refreshToken))).toBe(200);
    expect(await save()).toBe(createdAt);
  });
});

it('a clock that is a little off is left as it is', async () => {
  aheadMs = 3_000;
  expect(await health()).not.toHaveProperty('clockAheadS');
  expect(wrong.services.clock.now() - Date.now()).toBeGreaterThan(2_500);
});
