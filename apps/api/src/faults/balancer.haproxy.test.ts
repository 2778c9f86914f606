/** `npm run test:haproxy`: two instances behind HAProxy are restarted one after the other, and no request is lost. */
import { testDatabase } from '@nuances/db/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { freePort } from '@nuances/db/free-port';
import { startBalancer } from '../testing/balancer.ts';
import { type Product, startProduct } from '../testing/product.ts';

const writers = 16;
/** Requests before, between and after the restarts. */
const calm = 300;

it('loses no request of keep-alive writers in a rolling restart', async () => {
  const database = await testDatabase();
  const ports = [await freePort(), await freePort()];
  const masterKey = randomBytes(32).toString('hex');
  const start = (port: number): Promise<Product> =>
    startProduct({ databaseUrl: database.url, env: { MASTER_KEY: masterKey, PORT: String(port), DRAIN_S: '2' } });
  const instances = await Promise.all(ports.map(start));
  const balancer = await startBalancer(ports);
  for (const index of ports.keys()) await balancer.sendsTo(index);

  const agent = new Agent({ keepAlive: true });
  const seen = { sent: 0, answered: 0, lost: [] as string[] };
  let isOver = false;
  const visit = async () => {
    seen.sent += 1;
    const sent = request(`${balancer.url}/api/public/visit`, { agent, method: 'POST' }).end();
    const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode === 200) seen.answered += 1;
    else seen.lost.push(String(answer.statusCode));
  };
  const write = async () => {
    while (!isOver) await visit().catch((error: unknown) => seen.lost.push(String(error)));
  };
  const more = async () => {
    const until = seen.answered + calm;
    await expect.poll(() => seen.answered, { timeout: 30_000 }).toBeGreaterThan(until);
  };
  const writing = Array.from({ length: writers }, write);
  await more();
  for (const [index, port] of ports.entries()) {
    const old = instances[index];
    if (!old) throw new Error('no instance');
    const ended = once(old.child, 'exit');
    old.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await old.discard();
    instances[index] = await start(port);
    await balancer.sendsTo(index);
    await more();
  }
  isOver = true;
  await Promise.all(writing);
  agent.destroy();
  console.warn(
    `rolling restart behind HAProxy: ${seen.sent} sent, ${seen.answered} answered, ${seen.lost.length} lost`,
  );
  await balancer.stop();
  for (const instance of instances) await instance.discard();
  await database.drop();
  expect(seen.lost).toEqual([]);
  expect(seen.answered).toBe(seen.sent);
}, 180_000);
