import { scans } from '@nuances/db/schema';
import { lockWaits } from '../testing/lock-waits.ts';
import { seal } from '../testing/seal.ts';
import { textOfTags } from '@nuances/domain/scan/tags';
import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const answers = [1, 2, 3, 4, 5, 6, 10];
const scanOf = (more: object = {}) => ({ answers, duration: 61.4, ...more });
const post = (token: string, body: unknown, language?: string) =>
  t.http('POST', '/api/results', { token, body, ...(language ? { language } : {}) });

describe('creating a scan', () => {
  it("stores the server's score, not the client's", async () => {
    const person = await t.person('scorer');
    for (const scoring of [undefined, null, 70, 'high', { a: 1 }]) {
      const answer = await post(person.shortToken, scanOf({ scoring }));
      expect(answer.status).toBe(201);
      const { _id, result } = Object(answer.json);
      expect(result).toEqual({ _id, answers, scoring: -8, duration: 61, createdAt: expect.stringMatching(/Z$/) });
    }
    expect(await t.events(person.id)).toEqual(Array.from({ length: 5 }, () => 'scan'));
  });

  it('is the same over tRPC', async () => {
    const { _id, result } = await t.alice.api.results.create(scanOf({ createdAt: '2024-02-29T10:00:00+01:00' }));
    expect(result).toEqual({ _id, answers, scoring: -8, duration: 61, createdAt: new Date('2024-02-29T09:00:00Z') });
  });

  it.each([
    ['an axis that there is not', { answers, kept: [7] }],
    ['a text as kept axis', { answers, kept: ['1'] }],
    ['eight kept axes', { answers, kept: [0, 1, 2, 3, 4, 5, 6, 0] }],
    ['another exactness', { answers, moment: 'about' }],
  ])('%s is 400 in both languages', async (_what, body) => {
    for (const language of ['en', 'fr']) expect((await post(t.alice.shortToken, body, language)).status).toBe(400);
    expect((await t.http('POST', '/trpc/results.create', { token: t.alice.shortToken, body })).status).toBe(400);
  });

  it('caps the duration at a day, and accepts a missing one', async () => {
    const long = await t.alice.api.results.create({ answers, duration: 1e12 });
    const none = await t.alice.api.results.create({ answers });
    expect([long.result.duration, none.result.duration]).toEqual([86_400, null]);
  });

  it('SCAN-5, TIME-4: takes kept axes in any order, and a scan without the two fields as given anew, to the minute', async () => {
    const whole = async (more: object) => {
      const { _id } = await t.alice.api.results.create(scanOf(more));
      const { kept, moment } = await t.alice.api.results.byId({ _id });
      return { kept, moment };
    };
    expect(await whole({ kept: [6, 0, 6, 2], moment: 'part' })).toEqual({ kept: [0, 2, 6], moment: 'part' });
    for (const none of [{}, { kept: null, moment: null }, { kept: [], moment: 'exact' }])
      expect(await whole(none)).toEqual({ kept: [], moment: 'exact' });
  });

  it("stores the server's time when the client's clock is ahead, also at a retry", async () => {
    const _id = randomUUID();
    const createdAt = new Date(Date.now() + 3_600_000).toISOString();
    const first = await t.alice.api.results.create({ _id, answers, createdAt });
    expect(Math.abs(first.result.createdAt.getTime() - Date.now())).toBeLessThan(5_000);
    expect(await t.alice.api.results.create({ _id, answers, createdAt })).toEqual(first);
  });

  it('50 concurrent calls with one id make one row, one event and 50 equal answers', async () => {
    const person = await t.person('hasty');
    const body = scanOf({ _id: randomUUID().toUpperCase(), createdAt: '2026-01-01T00:00:00.000Z' });
    const sent = await Promise.all(Array.from({ length: 50 }, () => post(person.shortToken, body)));
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await t.db.select().from(scans).where(eq(scans.userId, person.id))).toHaveLength(1);
    expect(await t.events(person.id)).toEqual(['scan']);
  });

  it('other content under an own id is 409 and changes nothing', async () => {
    const person = await t.person('editor');
    const _id = randomUUID();
    const createdAt = '2026-01-01T00:00:00.000Z';
    const first = await post(person.shortToken, scanOf({ _id, createdAt }));
    const others = [
      { answers: [2, 2, 3, 4, 5, 6, 10] },
      { duration: 62 },
      { duration: undefined },
      { createdAt: '2026-01-02T00:00:00.000Z' },
      { kept: [3] },
      { moment: 'day' },
    ];
    for (const other of others) {
      const answer = await post(person.shortToken, scanOf({ _id, createdAt, ...other }), 'fr');
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({ code: 'scanExists', message: expect.stringContaining('autres réponses') });
    }
    expect((await post(person.shortToken, scanOf({ _id }))).text).toBe(first.text);
    expect(await t.events(person.id)).toEqual(['scan']);
  });

  it('an id of another account is free', async () => {
    const _id = randomUUID();
    await t.alice.api.results.create({ _id, answers });
    const own = await t.bob.api.results.create({ _id, answers: [10, 10, 10, 10, 10, 10, 10] });
    expect(own.result.scoring).toBe(70);
  });
});

describe('listing scans', () => {
  it('gives the specified fields, newest first, and counts the view', async () => {
    const person = await t.person('reader');
    for (const day of ['02', '03', '01'])
      await person.api.results.create({ answers, createdAt: `2026-01-${day}T00:00:00.000Z` });
    const history = await t.http('GET', '/api/results?source=history', { token: person.shortToken });
    expect(history.json).toEqual(
      ['03', '02', '01'].map((day) => ({
        _id: expect.any(String),
        answers,
        scoring: -8,
        createdAt: `2026-01-${day}T00:00:00.000Z`,
      })),
    );
    const listed = await person.api.results.list({ source: 'stats' });
    expect(listed).toHaveLength(3);
    const whole = listed.map((scan) => ({
      ...scan,
      duration: null,
      kept: [],
      moment: 'exact',
      tags: null,
      receivedAt: expect.any(Date),
    }));
    expect(await person.api.results.own()).toEqual(whole);
    expect(await person.api.results.own({ source: 'stats' })).toEqual(whole);
    const head = await t.http('HEAD', '/api/results?source=history', { token: person.shortToken });
    expect(head.status).toBe(200);
    expect((await t.events(person.id)).filter((kind) => kind !== 'scan')).toEqual([
      'history_opened',
      'stats_opened',
      'stats_opened',
    ]);
  });

  it('reads eight lists of an account at a time, and leaves connections for others', async () => {
    const person = await t.person('listing');
    const { _id } = await person.api.results.create({ answers });
    const lists = () =>
      Array.from({ length: 10 }, () => t.http('GET', '/api/results?source=history', { token: person.shortToken }));
    await Promise.all(lists()); // the connections are open
    const { reading } = await t.db.transaction(async (transaction) => {
      // A view holds the row of its account: they wait for it in the database.
      await transaction.execute(sql`select 1 from users where id = ${person.id} for update`);
      const waiting = lists();
      await vi.waitFor(async () => expect(await lockWaits(t)).toBe(8), { timeout: 10_000 });
      expect(await t.bob.api.results.own()).toEqual(expect.any(Array));
      return { reading: waiting };
    });
    for (const { json } of await Promise.all(reading)) expect(json).toMatchObject([{ _id }]);
  });

  it('gives whole scans as JSON whatever is stored, none included', async () => {
    const person = await t.person('escaped');
    expect(await person.api.results.own()).toEqual([]);
    const { _id } = await person.api.results.create({ answers, duration: 60 });
    const tags = 'a"b\\c\n\u2028é';
    await t.db.update(scans).set({ tagsSealed: tags }).where(eq(scans.id, _id));
    expect(await person.api.results.own()).toEqual([
      expect.objectContaining({ ...(await person.api.results.byId({ _id })), tags, duration: 60 }),
    ]);
  });

  it.each(['', '?source=', '?source=all', '?source=history&source=stats'])('refuses %j', async (query) => {
    const answer = await t.http('GET', `/api/results${query}`, { token: t.alice.shortToken });
    expect(answer.status).toBe(400);
  });
});

describe('tags of a scan', () => {
  const longest = Array.from({ length: 8 }, (_, index) => `${index}${'\ud800'.repeat(23)}`);

  it('are set, replaced and taken away, and are in every answer of the own client', async () => {
    const person = await t.person('tagger');
    const { api, shortToken: token } = person;
    const envelopes = [['amis', 'nuit'], longest].map((tags) => seal(person.userKey, textOfTags(tags) ?? ''));
    const { _id } = await api.results.create({ answers });
    const before = await api.results.byId({ _id });
    expect(before).toMatchObject({ _id, answers, tags: null });
    for (const tags of [...envelopes, null]) {
      const answer = await t.http('PUT', `/api/results/${_id.toUpperCase()}/tags`, { token, body: { tags } });
      expect([answer.status, answer.json]).toEqual([200, { _id, tags }]);
      const read = await t.http('GET', `/api/results/${_id}`, { token });
      expect(read.json).toEqual(JSON.parse(JSON.stringify({ ...before, tags })));
      expect(await api.results.own()).toEqual([{ ...before, tags }]);
      expect((await api.profile.exportData()).scans).toEqual([{ ...before, tags }]);
    }
    // What the contract says of a list stays to the letter.
    await api.results.setTags({ _id, tags: envelopes[0] ?? null });
    const list = await t.http('GET', '/api/results?source=history', { token });
    expect(list.json).toEqual([{ _id, answers, scoring: -8, createdAt: before.createdAt.toISOString() }]);
    // Neither an event nor a line of the log knows of them.
    expect((await t.events(person.id)).filter((kind) => !['scan', 'history_opened'].includes(kind))).toEqual([]);
    expect(t.log.join('')).not.toContain(envelopes[0]);
  });

  it('of two devices that replace the same ones at once: one is told of the other, and takes in what that said', async () => {
    const { api, userKey, shortToken: token } = await t.person('twice');
    const [seen, mine, theirs, both] = ['["a"]', '["a","b"]', '["a","c"]', '["a","b","c"]'].map((text) =>
      seal(userKey, text),
    );
    const { _id } = await api.results.create({ answers, tags: seen });
    const put = async (tags: string | undefined, tagsBefore: string | null | undefined) => {
      const { json } = await t.http('PUT', `/api/results/${_id}/tags`, { token, body: { tags, tagsBefore } });
      return json;
    };
    const answered = await Promise.all([put(mine, seen), put(theirs, seen)]);
    const { tags: first } = await api.results.byId({ _id });
    expect(answered).toEqual([
      { _id, tags: first },
      { _id, tags: first },
    ]);
    expect([mine, theirs]).toContain(first);
    expect(await put(both, null)).toEqual({ _id, tags: first });
    // Its answer is lost, and it is sent again.
    for (const before of [first, first]) expect(await put(both, before)).toEqual({ _id, tags: both });
    // Control: who names none replaces any.
    expect(await put(seen, undefined)).toEqual({ _id, tags: seen });
  });

  it('come with a new scan, and with one whose first answer was lost; they are never written over by a retry', async () => {
    const { api, userKey } = await t.person('retrier');
    const [first, other] = [seal(userKey, '["a"]'), seal(userKey, '["b"]')];
    const _id = randomUUID();
    const read = async () => (await api.results.byId({ _id })).tags;
    const bare = await api.results.create({ _id, answers });
    expect(await api.results.create({ _id, answers, tags: first })).toEqual(bare);
    expect(await read()).toBe(first);
    for (const tags of [other, null, undefined]) expect(await api.results.create({ _id, answers, tags })).toEqual(bare);
    expect(await read()).toBe(first);
    const born = await api.results.create({ answers, tags: other });
    expect((await api.results.byId({ _id: born._id })).tags).toBe(other);
  });

  it('leave what their account stores counted, so that the next save does not count', async () => {
    const { api, id, userKey } = await t.person('counted');
    await api.results.create({ answers, tags: seal(userKey, '["a"]') });
    expect(t.services.scanQuota.mustCount(id)).toBe(false);
  });

  it.each([['amis'], [''], [['amis']], [{}], [7], [undefined], ['A'.repeat(2_052)], ['A'.repeat(40)]])(
    '%j is 400, and so is a scan with it',
    async (tags) => {
      const { _id } = await t.alice.api.results.create({ answers });
      const token = t.alice.shortToken;
      const isSound = tags === 'A'.repeat(40); // control: nothing opens it, but it has the form
      const set = await t.http('PUT', `/api/results/${_id}/tags`, { token, language: 'fr', body: { tags } });
      expect(set.status).toBe(isSound ? 200 : 400);
      if (tags !== undefined) expect((await post(token, scanOf({ tags }))).status).toBe(isSound ? 201 : 400);
      expect((await t.alice.api.results.byId({ _id })).tags).toBe(isSound ? tags : null);
    },
  );

  it("somebody else's scan is as unknown as nobody's", async () => {
    const { _id } = await t.alice.api.results.create({ answers });
    const token = t.bob.shortToken;
    const body = { tags: seal(t.bob.userKey, '["x"]') };
    const nobodys = await t.http('PUT', `/api/results/${randomUUID()}/tags`, { token, body });
    for (const id of [_id, '7']) {
      const set = await t.http('PUT', `/api/results/${id}/tags`, { token, body });
      const read = await t.http('GET', `/api/results/${id}`, { token });
      expect([set.status, set.text, read.status, read.text]).toEqual([404, nobodys.text, 404, nobodys.text]);
    }
    expect((await t.alice.api.results.byId({ _id })).tags).toBeNull();
  });
});

describe('deleting a scan', () => {
  it('deletes an own scan', async () => {
    const { _id } = await t.alice.api.results.create({ answers });
    const path = `/api/results/${_id.toUpperCase()}`;
    const answer = await t.http('DELETE', path, { token: t.alice.shortToken });
    expect([answer.status, answer.json]).toEqual([200, { _id }]);
    expect((await t.http('DELETE', path, { token: t.alice.shortToken })).status).toBe(404);
  });

  it('a foreign scan gets the answer of an unknown one, and stays', async () => {
    const { _id } = await t.alice.api.results.create({ answers });
    const foreign = await t.http('DELETE', `/api/results/${_id}`, { token: t.bob.shortToken, language: 'fr' });
    const nobodys = await t.http('DELETE', `/api/results/${randomUUID()}`, { token: t.bob.shortToken, language: 'fr' });
    const malformed = await t.http('DELETE', '/api/results/7', { token: t.bob.shortToken, language: 'fr' });
    expect([foreign.status, foreign.text]).toEqual([404, nobodys.text]);
    expect([malformed.status, malformed.text]).toEqual([404, nobodys.text]);
    await expect(t.admin.api.results.delete({ _id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await t.db.select().from(scans).where(eq(scans.id, _id))).toHaveLength(1);
  });
});

describe('beginning a quiz', () => {
  it('counts signed-in users only, and is never 401', async () => {
    const person = await t.person('starter');
    for (const token of [undefined, 'nonsense', person.shortToken]) {
      const answer = await t.http('POST', '/api/results/startScan', {
        token,
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, answer.json]).toEqual([200, {}]);
    }
    await t.guest.results.startScan();
    expect(await t.events(person.id)).toEqual(['quiz_started']);
    expect(await t.events('00000000-0000-0000-0000-000000000000')).toEqual([]);
  });
});
