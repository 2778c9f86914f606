/** The administrator's commands as a process beside the running server, killed in the middle. */
import { openUserKey, sealUserKey } from '@nuances/crypto/seal';
import { parseMasterKey } from '@nuances/crypto/master-key';
import { instance, users } from '@nuances/db/schema';
import { eq, sql } from 'drizzle-orm';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnCommand } from '../testing/commands.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

const hexKey = () => randomBytes(32).toString('hex');

let t: TestApp;
const children: ChildProcess[] = [];
let dataDir: string;
beforeAll(async () => {
  t = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-admin-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
  await t.close();
});

function admin(words: readonly string[], env: Record<string, string>) {
  const started = spawnCommand(words, { DATA_DIR: dataDir, DATABASE_URL: t.databaseUrl, ...env });
  children.push(started.child);
  return started;
}

it('a killed rotation continues where it stopped', async () => {
  await t.db.delete(instance);
  const [oldHex, newHex] = [hexKey(), hexKey()];
  const older = parseMasterKey(oldHex);
  const count = 3_000;
  const [alice] = await t.db.select().from(users).where(eq(users.id, t.alice.id));
  if (!alice) throw new Error('gone');
  await t.db.execute(sql`delete from users where id <> ${t.alice.id}`);
  const accounts = Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    const userKeySealed = sealUserKey(older, { userId: id, keyVersion: 1 }, t.bob.userKey);
    return { ...alice, id, username: `crowd_${index}`, email: `crowd_${index}@example.org`, userKeySealed };
  });
  for (let from = 0; from < count; from += 500) await t.db.insert(users).values(accounts.slice(from, from + 500));
  const place = { userId: alice.id, keyVersion: 1 };
  await t.db
    .update(users)
    .set({ userKeySealed: sealUserKey(older, place, t.alice.userKey) })
    .where(eq(users.id, alice.id));
  const keys = { MASTER_KEY: newHex, MASTER_KEY_PREVIOUS: oldHex };
  const leftOf = () => t.db.$count(users, sql`not starts_with(user_key_sealed, ${prefix})`);
  const prefix = sealUserKey(parseMasterKey(newHex), place, t.alice.userKey).split('.').slice(0, 2).join('.');

  // It stops at an account in the middle, whose row is held: however late the kill comes, work is left.
  const left = await t.db.transaction(async (transaction) => {
    await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const middle = sql`select id from users order by id offset ${count / 2} limit 1`;
    await transaction.execute(sql`select from users where id = (${middle}) for update`);
    const killed = admin(['rotate-key'], keys);
    await Promise.race([once(killed.child.stdout, 'data'), killed.ended]);
    killed.child.kill('SIGKILL');
    await killed.ended;
    return leftOf();
  });
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(count + 1);

  const second = admin(['rotate-key'], keys);
  expect(await second.ended).toBe(0);
  expect(second.said.out).toMatch(/(\d+ note keys sealed anew\n)+0 left\. MASTER_KEY_PREVIOUS/);
  expect(await leftOf()).toBe(0);
  const fresh = { current: parseMasterKey(newHex), previous: null };
  for (const { id, userKeySealed } of await t.db.select().from(users))
    expect(openUserKey(fresh, { userId: id, keyVersion: 1 }, String(userKeySealed))).toBe(
      id === alice.id ? t.alice.userKey : t.bob.userKey,
    );

  const granted = admin(['grant', 'crowd_7'], { MASTER_KEY: newHex });
  expect(await granted.ended).toBe(0);
  expect(granted.said.out).toBe('crowd_7 is an administrator now.\n');
});

it.each([
  ['sessions', 'end', '--all'],
  ['backup', 'file.backup'],
])('refuses %s without the environment of the product, and makes nothing', async (...words) => {
  const { ended, said } = admin(words, { DATABASE_URL: '', MASTER_KEY: hexKey() });
  expect(await ended).toBe(1);
  expect(said).toMatchObject({
    out: '',
    err: expect.stringContaining(`There is no database in DATA_DIR (${dataDir}).`),
  });
  expect(await readdir(dataDir)).toEqual([]);
});

it('prints its usage, and errors in one line', async () => {
  const [lost, refused] = [admin(['lost'], {}), admin(['grant', 'alice'], { MASTER_KEY: hexKey() })];
  expect([await lost.ended, await refused.ended]).toEqual([1, 1]);
  expect(lost.said.err).toMatch(/^Not understood: lost\n\nUsage: npm run admin -- COMMAND/);
  for (const option of ['--replace', '--identity', '--ledger', '--until']) expect(lost.said.err).toContain(option);
  expect(refused.said.err).toMatch(/^This database was sealed with another master key[^\n]*\n$/);
});
