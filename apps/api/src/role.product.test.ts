/** Two instances on one database: one answers, the other one works. */
import { testDatabase } from '@nuances/db/testing';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { startProduct } from './testing/product.ts';

it('ROLE: a web instance sends no mail; a worker sends it, and answers health checks only', async () => {
  const database = await testDatabase({ migrated: false });
  const env = { MASTER_KEY: randomBytes(32).toString('hex') };
  const start = (role: string) => startProduct({ databaseUrl: database.url, env: { ...env, ROLE: role } });
  const web = await start('web');
  try {
    const body = JSON.stringify({
      username: 'ada',
      email: 'ada@example.org',
      password: 'Nights&Days-7',
      language: 'en',
    });
    const signUp = (url: string) =>
      fetch(`${url}/api/auth/signup`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect((await signUp(web.url)).status).toBe(201);
    const worker = await start('worker');
    try {
      await expect.poll(async () => (await worker.mailsTo('ada@example.org')).length, { timeout: 20_000 }).toBe(1);
      expect(await web.mailsTo('ada@example.org')).toEqual([]);
      for (const path of ['/api/health', '/api/health/live'])
        expect((await fetch(worker.url + path)).status, path).toBe(200);
      const refused = await signUp(worker.url);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      for (const path of ['/', '/api/profile', '/nothing'])
        expect((await fetch(worker.url + path)).status, path).toBe(503);
      expect((await fetch(`${web.url}/api/profile`)).status).toBe(401);
    } finally {
      await worker.discard();
    }
  } finally {
    await web.discard();
    await database.drop();
  }
}, 120_000);
