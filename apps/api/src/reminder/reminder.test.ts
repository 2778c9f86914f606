import { parseMasterKey } from '@nuances/crypto/master-key';
import { openDatabase } from '@nuances/db/client';
import { instance, reminders } from '@nuances/db/schema';
import { chosenTime, nextReminder } from '@nuances/domain/reminder/schedule';
import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rotateKey } from '../cli/rotate-key.ts';
import { dump } from '../testing/dump.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { createPushKeys } from './push-keys.ts';
import { createPushService } from './push-service.ts';
import { openEndpoint } from './queries.ts';
import { createReminderSender } from './sender.ts';

let t: TestApp;
/** A push service on this machine. */
let pushServer: Server;
let pushPort = 0;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let notified: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];

async function listen(): Promise<void> {
  pushServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      notified.push({ path: request.url ?? '', headers: request.headers, body });
      answer(request, response);
    });
  }).listen(pushPort, '127.0.0.1');
  await once(pushServer, 'listening');
  const address = pushServer.address();
  pushPort = typeof address === 'object' && address !== null ? address.port : 0;
}

async function shut(): Promise<void> {
  pushServer.closeAllConnections();
  pushServer.close();
  await once(pushServer, 'close');
}

beforeAll(async () => {
  t = await testApp({ config: { pushLoopback: true } });
});
beforeEach(async () => {
  notified = [];
  answer = (_request, response) => response.writeHead(201).end();
  await listen();
  await t.db.delete(reminders);
});
afterEach(shut);
afterAll(() => t.close());

type Person = TestApp['alice'];
const schedule = { days: [1, 2, 3, 4, 5, 6, 7], time: '20:30', zone: 'Europe/Paris' };
const endpointOf = ({ username }: Person) => `http://127.0.0.1:${pushPort}/send/secret-of-${username}`;
const remind = (person: Person) => person.api.reminder.set({ ...schedule, endpoint: endpointOf(person) });

/** Another process on the same database. */
function instanceOf() {
  const handle = openDatabase(t.databaseUrl, { max: 3, applicationName: 'another instance' });
  const { db } = handle;
  const push = createPushService(createPushKeys(db, t.masterKeys), {
    contact: () => 'mailto:operator@example.org',
    allowsLoopback: true,
  });
  const sender = createReminderSender({ db, keys: t.masterKeys, push, log: { warn: () => undefined } });
  return { flush: sender.flush, push, close: () => handle.close() };
}

/** Lets the reminder of somebody have been due so many minutes ago, on another day than the last one. */
const makeDue = ({ id }: Person, minutes = 0) =>
  t.db
    .update(reminders)
    .set({ nextDueAt: sql`now() - make_interval(mins => ${minutes}::int)`, sentAt: null })
    .where(eq(reminders.userId, id));

async function rowOf({ id }: Person) {
  const [row] = await t.db.select().from(reminders).where(eq(reminders.userId, id));
  return row;
}

/** The time that is shown for what is stored. */
async function shownOf(person: Person): Promise<Date | undefined> {
  const row = await rowOf(person);
  return row && chosenTime(row, row.nextDueAt);
}

const flush = () => t.services.reminderSender.flush();

describe('a reminder that is due', () => {
  it('is one notification without content, however many instances send, and none more on that day', async () => {
    const person = await t.person('reminded');
    const { nextAt } = await remind(person);
    expect(nextAt.getTime()).toBeGreaterThan(Date.now());
    const other = instanceOf();
    expect([await flush(), await other.flush()]).toEqual([0, 0]); // it is not due yet
    await makeDue(person);
    const sent = await Promise.all([flush(), other.flush(), flush(), other.flush()]);
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(notified).toHaveLength(1);
    const [one] = notified;
    expect(one).toMatchObject({ path: '/send/secret-of-reminded', body: '' });
    expect(one?.headers).toMatchObject({ ttl: '3000', 'content-length': '0', topic: 'reminder' });
    expect(one?.headers.authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]+$/);
    expect(one?.headers.authorization).toContain(await other.push.publicKey());
    expect(await shownOf(person)).toEqual(nextAt);
    // Set to a later time of the same day, it does not come again.
    await remind(person);
    await t.db.update(reminders).set({ nextDueAt: sql`now()` });
    expect(await flush()).toBe(0);
    await other.close();
  });

  it('waits for a push service that is stopped, and comes once after a restart', async () => {
    const person = await t.person('patient');
    await remind(person);
    await makeDue(person, 5);
    await shut();
    expect(await flush()).toBe(0);
    const waiting = await rowOf(person);
    expect(waiting).toMatchObject({ sentAt: null, retriedFrom: expect.any(Date) });
    expect((waiting?.nextDueAt.getTime() ?? 0) - Date.now()).toBeLessThan(61_000);
    await listen();
    const restarted = instanceOf();
    await t.db.update(reminders).set({ nextDueAt: sql`now()` });
    const sent = [await restarted.flush(), await flush(), await restarted.flush()];
    expect([sent, notified.length]).toEqual([[1, 0, 0], 1]);
    // Kept for no longer than what is left of its hour.
    expect(Number(notified[0]?.headers['ttl'])).toBeLessThanOrEqual(45 * 60);
    expect(await rowOf(person)).toMatchObject({ retriedFrom: null });
    await restarted.close();
  });

  it('is left out when its hour is over, whose first ten minutes may be before it was due, and goes on the next day', async () => {
    const person = await t.person('late');
    const { nextAt } = await remind(person);
    await makeDue(person, 51);
    expect([await flush(), notified.length]).toEqual([0, 0]);
    expect(await rowOf(person)).toMatchObject({ sentAt: null });
    expect(await shownOf(person)).toEqual(nextAt);
    await t.db
      .update(reminders)
      .set({ nextDueAt: sql`now()`, retriedFrom: sql`now() - interval '51 minutes'` })
      .where(eq(reminders.userId, person.id));
    expect([await flush(), notified.length]).toEqual([0, 0]);
    await makeDue(person, 49); // control
    expect([await flush(), notified.length]).toEqual([1, 1]);
  });

  it('REMIND-4: is left out on a day that has a scan, and comes on a day after one', async () => {
    const [done, due] = [await t.person('scanned'), await t.person('unscanned')];
    const scanAt = ({ api }: Person, at: number) =>
      api.results.create({ answers: [5, 5, 5, 5, 5, 5, 5], createdAt: new Date(at).toISOString() });
    for (const person of [done, due]) await remind(person);
    await scanAt(done, Date.now());
    // No day is as long.
    await scanAt(due, Date.now() - 26 * 3_600_000);
    for (const person of [done, due]) await makeDue(person);
    await flush();
    expect(notified.map(({ path }) => path)).toEqual(['/send/secret-of-unscanned']);
    // It is not put off to a later hour of this day.
    const row = await rowOf(done);
    expect(row?.sentAt).toBeNull();
    expect(row?.nextDueAt.getTime()).toBeGreaterThan(Date.now());
  });

  it('REMIND-4: is not promised for a day that has had it, or a scan', async () => {
    // In a zone where it is about noon.
    const ahead = 12 - new Date().getUTCHours();
    const late = { ...schedule, time: '23:59', zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` };
    const set = (person: Person) => person.api.reminder.set({ ...late, endpoint: endpointOf(person) });
    const [called, done] = [await t.person('called'), await t.person('done_today')];
    const { nextAt } = await set(called);
    const dayAfter = nextReminder(late, nextAt);
    await makeDue(called);
    expect(await flush()).toBe(1);
    expect((await set(called)).nextAt).toEqual(dayAfter);
    expect((await set(done)).nextAt).toEqual(nextAt); // control
    await done.api.results.create({ answers: [5, 5, 5, 5, 5, 5, 5], createdAt: new Date().toISOString() });
    expect((await done.api.reminder.get()).reminder?.nextAt).toEqual(dayAfter);
  });

  it('is not repeated when the answer was lost', async () => {
    const person = await t.person('unsure');
    await remind(person);
    await makeDue(person);
    answer = (request) => request.socket.destroy();
    expect([await flush(), await flush(), notified.length]).toEqual([0, 0, 1]);
    expect(await rowOf(person)).toMatchObject({ sentAt: expect.any(Date), retriedFrom: null });
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [403, 'gone'],
    [429, 'kept'],
    [503, 'kept'],
  ] as const)('answered with %s it is %s', async (status, what) => {
    const person = await t.person(`answered_${status}`);
    await remind(person);
    await makeDue(person);
    answer = (_request, response) => response.writeHead(status, { location: '/elsewhere' }).end();
    expect([await flush(), notified.length]).toEqual([0, 1]);
    expect((await rowOf(person))?.retriedFrom ?? null).toEqual(what === 'gone' ? null : expect.any(Date));
    expect((await rowOf(person)) === undefined).toBe(what === 'gone');
  });

  it('of many people after an outage comes once each', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => t.person(`crowd_${index}`)));
    for (const person of people) await remind(person);
    for (const [index, person] of people.entries()) await makeDue(person, index * 13);
    expect(await flush()).toBe(4); // due 0, 13, 26 and 39 minutes ago
    expect(new Set(notified.map(({ path }) => path)).size).toBe(4);
  });
});

describe('a reminder goes', () => {
  it('with the login of its device, and with no other one', async () => {
    const person = await t.person('two_devices');
    const login = async () => {
      const { json } = await t.logIn('two_devices');
      return String(Object(json).shortToken);
    };
    const [phone, desk] = [await login(), await login()];
    await t.callerOf(phone).reminder.set({ ...schedule, endpoint: endpointOf(person) });
    expect((await t.callerOf(phone).reminder.get()).reminder?.isHere).toBe(true);
    expect((await t.callerOf(desk).reminder.get()).reminder?.isHere).toBe(false);
    await t.http('POST', '/api/auth/logout', { token: desk, body: {} });
    expect(await rowOf(person)).toBeDefined();
    await t.http('POST', '/api/auth/logout', { token: phone, body: {} });
    expect(await rowOf(person)).toBeUndefined();
    // Ended all at once, and run out without anybody saying so.
    const again = await login();
    await t.callerOf(again).reminder.set({ ...schedule, endpoint: endpointOf(person) });
    await person.api.profile.endOtherSessions();
    expect(await rowOf(person)).toBeUndefined();
    await remind(person);
    await t.db.execute(sql`update sessions set expires_at = now() where user_id = ${person.id}`);
    await makeDue(person);
    expect([await flush(), notified.length, await rowOf(person)]).toEqual([0, 0, undefined]);
  });

  it('by choice, and with the account', async () => {
    const person = await t.person('leaving');
    await remind(person);
    await person.api.reminder.remove();
    expect((await person.api.reminder.get()).reminder).toBeNull();
    await remind(person);
    await person.api.profile.erase({ password });
    expect(await rowOf(person)).toBeUndefined();
  });
});

it('a pause skips days, and an end of the pause takes them back', async () => {
  const person = await t.person('pausing');
  const { nextAt } = await remind(person);
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const paused = await person.api.reminder.pause({ until });
  expect(paused.pausedUntil?.toISOString()).toBe(until);
  expect(paused.nextAt.getTime()).toBeGreaterThan(Date.parse(until));
  expect((await remind(person)).nextAt).toEqual(paused.nextAt); // another time does not end it
  expect((await person.api.reminder.pause({ until: null })).nextAt).toEqual(nextAt);
  await expect(t.bob.api.reminder.pause({ until })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('the address of the device is in no row, no log and no answer, and the private key is sealed', async () => {
  const person = await t.person('hidden');
  await remind(person);
  await makeDue(person);
  await shut();
  await flush();
  await listen();
  const stored = JSON.stringify(await dump(t.db));
  const answers = JSON.stringify([await person.api.reminder.get(), (await person.api.profile.exportData()).reminder]);
  for (const text of [stored, answers, t.log.join('\n')]) expect(text).not.toContain('secret-of-hidden');
  expect(stored).not.toContain('privateKey');
  expect(answers).toContain('20:30'); // control: the rest is answered
  const row = await rowOf(person);
  expect(openEndpoint(t.masterKeys, person.id, row?.endpointSealed ?? '')).toBe(endpointOf(person));
  expect((await t.bob.api.reminder.get()).reminder).toBeNull();
});

it('what is no address of a push service is refused, and not called', async () => {
  const opened = [
    'http://push.example/1',
    'https://10.0.0.1/1',
    'https://localhost/1',
    'https://push.example:22/1',
    'x',
  ];
  for (const endpoint of opened)
    await expect(t.alice.api.reminder.set({ ...schedule, endpoint })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  // Stored by an earlier start with other rules, it is removed instead of called.
  const strict = createPushService(createPushKeys(t.db, t.masterKeys), {
    contact: () => 'mailto:operator@example.org',
    allowsLoopback: false,
  });
  expect(await strict.notify(endpointOf(t.alice), 60, new AbortController().signal)).toBe('gone');
  // A name that leads to this machine, at the port of https: nothing is connected.
  expect(await strict.notify('https://localhost.localdomain/1', 60, new AbortController().signal)).not.toBe('sent');
  expect(notified).toEqual([]);
});

it('addresses and keys open after the master key was changed', async () => {
  const person = await t.person('rotated');
  await remind(person);
  const { pushKey } = await person.api.reminder.get();
  const keys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: t.masterKeys.current };
  expect(await rotateKey(t.db, keys)).toMatchObject({ userKeys: 0 });
  const alone = { current: keys.current, previous: null };
  expect(openEndpoint(alone, person.id, (await rowOf(person))?.endpointSealed ?? '')).toBe(endpointOf(person));
  expect((await createPushKeys(t.db, alone)()).publicKey).toBe(pushKey);
  expect(await t.db.$count(instance, eq(instance.key, 'push_keys'))).toBe(1);
});
