/** Agreements over several calls: given, withdrawn, by another session, repeated, and what each does to what is stored. */
import { consents, reminders, usageEvents, usageUserWeeks, users } from '@nuances/db/schema';
import { consentsToAsk, currentConsentVersion } from '@nuances/domain/consent/ledger';
import { limits } from '@nuances/domain/limits';
import { eq, type SQL, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dump, rowsWith } from '../testing/dump.ts';
import { lockWaits } from '../testing/lock-waits.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;

let t: TestApp;
/** With months of events, from before the first week was counted: no later event is older. */
let regular: Person;
beforeAll(async () => {
  t = await testApp();
  regular = await t.person('regular');
  await t.db.execute(sql`
    insert into usage_events (user_id, kind, at)
    select ${regular.id}, case when n = 400 then 'signup' else 'stats_opened' end, now() - n * interval '9 hours'
    from generate_series(0, 400) as n`);
});
afterAll(() => t.close());

const answers = [1, 2, 3, 4, 5, 6, 7];
const usage = { purpose: 'usage', version: currentConsentVersion('usage') } as const;
const reminder = { days: [1, 3], time: '20:30', zone: 'Europe/Paris', endpoint: 'https://push.example/send/1' };
/** Older than every version. */
const old = '2000-01-01';

/** Everything that counts as an event of the person, each kind once. */
async function useEverything({ api }: Person): Promise<void> {
  await api.public.visit({});
  await api.results.startScan();
  const { _id } = (await api.results.create({ _id: randomUUID(), answers })).result;
  const text = randomBytes(40).toString('base64');
  const { note } = await api.notes.create({ text, categoryId: 'other', scanResultId: _id });
  // The second way of storing a note: the first one looks whether its id is free.
  await api.notes.update({ _id: note._id, text: randomBytes(40).toString('base64'), categoryId: 'other' });
  await api.notes.hash({ log: 'true' });
  await api.results.list({ source: 'stats' });
  await api.results.list({ source: 'history', limit: '5' });
  await api.results.own({ source: 'history' });
  await api.usage.opened({ source: 'stats' });
  await t.services.activity.flush();
}

const eventsOf = ({ id }: Person) => t.db.$count(usageEvents, eq(usageEvents.userId, id));
const weeksOf = ({ id }: Person) => t.db.$count(usageUserWeeks, eq(usageUserWeeks.userId, id));
const allEvents = () => t.db.$count(usageEvents);

async function totals() {
  await (
    await t.services.aggregation.begin({ trigger: 'command' })
  )?.ended;
  return (await t.admin.api.admin.stats()).userStats.map((week) => JSON.stringify(week));
}

/** Another session of the same person. */
async function otherSession(username: string) {
  const answer = await t.logIn(username);
  return t.callerOf(String(Object(answer.json).shortToken));
}

/** Runs a transaction that has locked something until it is released, after `write`. */
async function holdLock(lock: SQL, write = sql`select`) {
  let open = (): void => undefined;
  const held = new Promise<void>((resolve) => (open = resolve));
  let locked = (): void => undefined;
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const writing = t.db.transaction(async (transaction) => {
    await transaction.execute(lock);
    locked();
    await held;
    await transaction.execute(write);
  });
  await isLocked;
  return {
    release: async () => {
      open();
      await writing;
    },
  };
}

/** Holds the row of an account until it is released, after `write`. */
const hold = ({ id }: Person, strength: 'no key update' | 'key share', write?: SQL) =>
  holdLock(sql`select from users where id = ${id} for ${sql.raw(strength)}`, write);

/** Resolves when so many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  await expect.poll(() => lockWaits(t)).toBe(count);
}

const decisions = (entries: readonly { purpose: string; given: boolean }[]) =>
  entries.map(({ purpose, given }) => `${purpose} ${given ? 'given' : 'withdrawn'}`);

describe('the agreement to keep', () => {
  const body = (username: string) => ({ username, email: `${username}@example.org`, password });
  const logIn = async (username: string, deviceTokens?: string[]) =>
    Object((await t.http('POST', '/trpc/auth.login', { body: { username, password, deviceTokens } })).json).result.data;

  it('CONSENT-3: a sign-up by a program is asked for it at each login of the app, until it is given', async () => {
    await t.http('POST', '/api/auth/signup', { body: body('by_program') });
    expect(await logIn('by_program')).not.toHaveProperty('consentsAsked');
    const first = await logIn('by_program', []);
    expect(first.consentsAsked).toEqual([{ purpose: 'keep', again: false }]);
    expect((await logIn('by_program', [])).consentsAsked).toEqual([{ purpose: 'keep', again: false }]);
    const api = t.callerOf(first.shortToken);
    expect(await api.consents.list()).toEqual([]);
    // What the contract promises to programs holds meanwhile.
    await api.results.create({ answers });
    const given = await api.consents.give({ purpose: 'keep', version: currentConsentVersion('keep') });
    expect(given).toEqual([
      { purpose: 'keep', given: true, version: currentConsentVersion('keep'), at: expect.any(Date) },
    ]);
    expect((await logIn('by_program', [])).consentsAsked).toEqual([]);
  });

  it('a sign-up in the app has it, with the version that was shown, and is not asked', async () => {
    await t.http('POST', '/api/auth/signup', { body: { ...body('in_app'), consent: true, consentVersion: 'unknown' } });
    const { shortToken, consentsAsked } = await logIn('in_app', []);
    expect(consentsAsked).toEqual([]);
    const api = t.callerOf(shortToken);
    expect(await api.consents.list()).toMatchObject([{ version: currentConsentVersion('keep'), given: true }]);
    await t.http('POST', '/api/auth/signup', { body: { ...body('refused'), consent: false } });
    expect((await logIn('refused', [])).consentsAsked).toEqual([{ purpose: 'keep', again: false }]);
  });

  it('CONSENT-3: newer words ask again', async () => {
    const person = await t.person('older_words');
    await t.db.update(consents).set({ version: old }).where(eq(consents.userId, person.id));
    expect((await logIn('older_words', [])).consentsAsked).toEqual([{ purpose: 'keep', again: true }]);
    await person.api.consents.give({ purpose: 'keep', version: currentConsentVersion('keep') });
    expect((await person.api.consents.list()).map(({ version }) => version)).toEqual([
      old,
      currentConsentVersion('keep'),
    ]);
    expect((await logIn('older_words', [])).consentsAsked).toEqual([]);
  });

  it('goes with the account, and is withdrawn in no other way', async () => {
    const person = await t.person('leaver');
    await person.api.consents.give(usage);
    const withdrawn = await t.http('DELETE', '/api/consents/keep', { token: person.shortToken });
    expect([withdrawn.status, Object(withdrawn.json).code]).toEqual([400, 'badRequest']);
    expect(await person.api.consents.list()).toHaveLength(2); // control
    await person.api.profile.erase({ password });
    expect(await t.db.$count(consents, eq(consents.userId, person.id))).toBe(0);
    await expect(person.api.consents.give(usage)).rejects.toThrow('sessionMissing');
  });
});

describe('the ledger', () => {
  it('CONSENT-2: a repeated or concurrent decision is one entry, from any session', async () => {
    const person = await t.person('repeating');
    const other = await otherSession('repeating');
    const sessions = Array.from({ length: 8 }, (_, index) => (index % 2 ? other : person.api));
    await Promise.all(sessions.map((api) => api.consents.give(usage)));
    await Promise.all(sessions.map((api) => api.consents.withdraw({ purpose: 'usage' })));
    const entries = await other.consents.give(usage);
    expect(decisions(entries)).toEqual(['keep given', 'usage given', 'usage withdrawn', 'usage given']);
    const times = entries.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('CONSENT-2: decisions wait for each other; control: they do so as long as the account is held', async () => {
    const person = await t.person('waiting');
    const other = await otherSession('waiting');
    await t.db.delete(consents).where(eq(consents.userId, person.id));
    await person.api.consents.withdraw({ purpose: 'reminder' }); // the time of a write is stored once in a while
    const row = await hold(person, 'no key update');
    const version = currentConsentVersion('keep');
    const giving = Promise.all([person.api, other].map((api) => api.consents.give({ purpose: 'keep', version })));
    await waiting(2);
    await row.release();
    await giving;
    expect(decisions(await other.consents.list())).toEqual(['keep given']);
  });

  it('keeps the order of decisions when the clock is set back', async () => {
    const person = await t.person('clock');
    await person.api.consents.withdraw({ purpose: 'usage' });
    await t.db.execute(sql`update consents set at = now() + interval '1 hour' where user_id = ${person.id}`);
    expect(decisions(await person.api.consents.give(usage)).at(-1)).toBe('usage given');
  });

  it('is one person’s', async () => {
    const [ann, ben] = [await t.person('ann'), await t.person('ben')];
    const before = await ben.api.consents.list();
    await ann.api.consents.withdraw({ purpose: 'usage' });
    expect(await ben.api.consents.list()).toEqual(before);
    await useEverything(ben);
    expect(await eventsOf(ben)).toBeGreaterThan(5);
  });

  it('has an end; a withdrawal is taken beyond it', async () => {
    const person = await t.person('undecided');
    await t.db.execute(sql`
      insert into consents (user_id, purpose, at, given, version)
      select ${person.id}, 'usage', now() - n * interval '1 minute', n % 2 = 0, ${usage.version}
      from generate_series(1, ${limits.consentEntries - 2}) as n`);
    await person.api.consents.give(usage);
    await person.api.consents.withdraw({ purpose: 'usage' });
    expect(await t.db.$count(consents, eq(consents.userId, person.id))).toBe(limits.consentEntries + 1);
    await expect(person.api.consents.give(usage)).rejects.toThrow('quotaReached');
  });
});

describe('usage', () => {
  it('CONSENT-4: after a withdrawal no event is stored, by whatever call; control: before it and without it each is', async () => {
    const person = await t.person('uncounted');
    const other = await t.person('counted');
    await useEverything(person);
    await useEverything(other);
    expect((await t.events(person.id)).toSorted()).toEqual((await t.events(other.id)).toSorted());
    expect(new Set(await t.events(person.id)).size).toBe(9);

    await person.api.consents.withdraw({ purpose: 'usage' });
    const before = await allEvents();
    await useEverything(person);
    await useEverything({ ...person, api: await otherSession('uncounted') });
    expect(await allEvents()).toBe(before);
    await useEverything(other);
    expect(await allEvents()).toBeGreaterThan(before); // control

    await person.api.consents.give(usage);
    await useEverything(person);
    expect(await eventsOf(person)).toBeGreaterThan(5);
  });

  it('CONSENT-4: what was stored is erased at once, and the totals stay', async () => {
    const person = regular;
    const week = await totals();
    expect([(await eventsOf(person)) > 400, (await weeksOf(person)) > 10]).toEqual([true, true]); // control
    const cohorts = await t.db.execute(sql`select signup_week, week_start, nb_people from usage_cohorts order by 1, 2`);

    await person.api.consents.withdraw({ purpose: 'usage' });
    expect([await eventsOf(person), await weeksOf(person)]).toEqual([0, 0]);
    const left = rowsWith(await dump(t.db), person.id).map((row) => row.split(': ')[0]);
    expect(left.filter((table) => table?.startsWith('usage_'))).toEqual([]);
    expect(await totals()).toEqual(week);
    expect(await t.db.execute(sql`select signup_week, week_start, nb_people from usage_cohorts order by 1, 2`)).toEqual(
      cohorts,
    );
    await person.api.consents.withdraw({ purpose: 'usage' }); // repeated
    expect(await totals()).toEqual(week);
  });

  it('CONSENT-4: an event that is on its way is erased too, and buffered activity is not stored', async () => {
    const person = await t.person('racing');
    const event = sql`insert into usage_events (user_id, kind, at) values (${person.id}, 'scan', now())`;
    const row = await hold(person, 'key share', event);
    const withdrawing = person.api.consents.withdraw({ purpose: 'usage' });
    await waiting(1);
    await row.release();
    await withdrawing;
    // The calls of this test are activity.
    await t.services.activity.flush();
    expect(await eventsOf(person)).toBe(0);
  });

  it('waits for a run of the aggregation for longer than any statement waits for a lock', async () => {
    const person = await t.person('patient');
    await person.api.results.create({ _id: randomUUID(), answers });
    await totals(); // there are weeks to lock
    expect(await eventsOf(person)).toBeGreaterThan(0); // control
    const run = await holdLock(sql`select from usage_weeks for update`);
    const looked = vi.spyOn(t.services.db, 'transaction');
    const withdrawing = person.api.consents.withdraw({ purpose: 'usage' });
    // The second attempt.
    await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(2), { timeout: 10_000 });
    await run.release();
    // On a slow machine the caller has been refused by now.
    await withdrawing.catch(() => undefined);
    await vi.waitFor(async () => expect(await eventsOf(person)).toBe(0), { timeout: 10_000 });

    // Repeated, it waits for nobody, unless something is left.
    const next = await holdLock(sql`select from usage_weeks for update`);
    await person.api.consents.withdraw({ purpose: 'usage' });
    await next.release();
    await t.db.execute(sql`insert into usage_events (user_id, kind, at) values (${person.id}, 'scan', now())`);
    await person.api.consents.withdraw({ purpose: 'usage' });
    expect(await eventsOf(person)).toBe(0);
  });

  it('says the same in the account as in the ledger', async () => {
    const person = await t.person('agreeing');
    const counts = async () =>
      (await t.db.select({ is: users.countsUsage }).from(users).where(eq(users.id, person.id)))[0]?.is;
    expect(await counts()).toBe(true);
    await person.api.consents.withdraw({ purpose: 'usage' });
    expect(await counts()).toBe(false);
    await person.api.consents.give(usage);
    expect(await counts()).toBe(true);
  });
});

describe('the reminder', () => {
  const stored = ({ id }: Person) => t.db.$count(reminders, eq(reminders.userId, id));

  it('is agreed to by turning it on, and withdrawn with its address, also from another session', async () => {
    const person = await t.person('reminded');
    const other = await otherSession('reminded');
    expect(await other.consents.withdraw({ purpose: 'reminder' })).toHaveLength(1); // nothing to withdraw
    await person.api.reminder.set(reminder);
    await person.api.reminder.set({ ...reminder, time: '21:00' });
    expect(decisions(await other.consents.list())).toEqual(['keep given', 'reminder given']);
    expect(await stored(person)).toBe(1); // control
    await other.consents.withdraw({ purpose: 'reminder' });
    expect(await stored(person)).toBe(0);
    expect(rowsWith(await dump(t.db), person.id).filter((row) => row.startsWith('reminders'))).toEqual([]);
    await person.api.reminder.set(reminder);
    await person.api.reminder.remove();
    await person.api.reminder.remove();
    expect(decisions(await person.api.consents.list())).toEqual([
      'keep given',
      ...['reminder given', 'reminder withdrawn', 'reminder given', 'reminder withdrawn'],
    ]);
  });

  it('one that was turned on without a network is refused after a later withdrawal; control: a newer one is not', async () => {
    const person = await t.person('offline');
    const other = await otherSession('offline');
    const decidedAt = new Date().toISOString();
    // Turned on twice meanwhile elsewhere.
    await other.reminder.set(reminder);
    await other.consents.withdraw({ purpose: 'reminder' });
    await expect(person.api.reminder.set({ ...reminder, decidedAt })).rejects.toThrow('consentWithdrawn');
    expect(await stored(person)).toBe(0);
    const later = new Date(Date.now() + 60_000).toISOString();
    await person.api.reminder.set({ ...reminder, decidedAt: later });
    expect(await stored(person)).toBe(1);
  });
});

it('the export has the ledger, and restoring it gives no agreement', async () => {
  const source = await t.person('exporting');
  await source.api.consents.withdraw({ purpose: 'usage' });
  const taken = await source.api.profile.exportData();
  expect(taken.consents).toEqual(await source.api.consents.list());
  expect(decisions(taken.consents ?? [])).toEqual(['keep given', 'usage withdrawn']);
  expect(taken.profile).not.toHaveProperty('consentedAt');

  const target = await t.person('restoring');
  await t.db.delete(consents).where(eq(consents.userId, target.id));
  await target.api.restore.add({ scans: [], notes: [] });
  expect(consentsToAsk(await target.api.consents.list())).toEqual([{ purpose: 'keep', again: false }]);
});
