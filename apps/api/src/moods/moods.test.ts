/** Moods of other journals on the server (SPEC.md MOOD-1, MOOD-2). */
import { ledgerEntries, moods } from '@nuances/db/schema';
import { quotas } from '@nuances/domain/limits';
import { and, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createErasures } from '../account/erasures.ts';
import { dump, rowsWith } from '../testing/dump.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';
import { beginVault, codeOf, envelope, prove, sealAll, turnVaultOn } from '../testing/vault.ts';

let t: TestApp;
useApp((app) => (t = app));

const mood = (value: number, label = 'Pivoine') => ({
  ...{ at: '2026-04-03T18:30:00.000Z', offset: 120, moment: 'exact' as const },
  ...{ value, label, words: ['tricot'] },
});
const part = (entries = [mood(4)]) => ({
  ...{ _id: randomUUID(), source: 'daylio' as const, name: '', scale: 5 as const },
  entries,
});
const add = (person: TestApp['alice'], parts: readonly ReturnType<typeof part>[]) =>
  person.api.restore.add({ scans: [], notes: [], moods: [...parts] });
/** As JSON: the calls of tests give moments. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const listedOf = async ({ api }: TestApp['alice']) => plain(await api.moods.own());

describe('moods of other journals', () => {
  it('are added once, listed, in the export, and removed by their ids', async () => {
    const person = await t.person();
    const [one, other] = [part(), part([mood(2), mood(5)])];
    expect((await add(person, [one, other])).moods.toSorted()).toEqual([one._id, other._id].toSorted());
    // What is stored never changes.
    expect((await add(person, [{ ...one, entries: [mood(1)] }])).moods).toEqual([]);
    const listed = await listedOf(person);
    expect(listed).toMatchObject([one, other].toSorted((a, b) => (a._id < b._id ? -1 : 1)));
    expect(plain(await person.api.profile.exportData())).toMatchObject({ moods: listed });
    expect(await person.api.moods.remove({ ids: [one._id, randomUUID()] })).toEqual({ ids: [one._id] });
    expect(await listedOf(person)).toMatchObject([other]);
  });

  it('belong to one account, whatever the ids', async () => {
    const [person, other] = [await t.person(), await t.person()];
    const mine = part();
    await add(person, [mine]);
    expect(await other.api.moods.remove({ ids: [mine._id] })).toEqual({ ids: [] });
    await add(other, [{ ...mine, entries: [mood(1)] }]);
    expect(await listedOf(person)).toMatchObject([mine]);
  });

  it('are refused off their scale, without one, or more than there may be', async () => {
    const person = await t.person();
    for (const wrong of [part([mood(6)]), part([]), part(Array.from({ length: 501 }, () => mood(1)))])
      expect(await codeOf(add(person, [wrong]))).not.toBeNull();
    await t.db.execute(sql`
      insert into moods (user_id, id, source, name, scale, entries, received_at)
      select ${person.id}, gen_random_uuid(), 'table', 'x', 5, '[{}]'::jsonb, now() from generate_series(1, ${quotas.moods})`);
    expect(await codeOf(add(person, [part()]))).toBe('quotaReached');
  });

  it('go into a vault, to its next key, and back as they were', async () => {
    const person = await t.person();
    const mine = part();
    await add(person, [mine]);
    await beginVault(person);
    expect((await person.api.vault.state()).left.moods).toBe(1);
    expect(await person.api.vault.finish({ keyVersion: 2 })).toMatchObject({
      isFinished: false,
      state: { left: { moods: 1 } },
    });
    const sealed = envelope(4096);
    const put = { keyVersion: 2, moods: [{ _id: mine._id, sealed }] };
    for (const _ of [1, 2]) expect(await person.api.vault.put(put)).toMatchObject({ moods: [{ outcome: 'saved' }] });
    await sealAll(person);
    expect(await person.api.vault.finish({ keyVersion: 2 })).toMatchObject({ isFinished: true });
    expect(await listedOf(person)).toEqual([{ _id: mine._id, sealed, keyVersion: 2, receivedAt: expect.anything() }]);
    for (const word of ['Pivoine', 'tricot'])
      expect(rowsWith(await dump(t.db), word).filter((row) => row.includes(person.id))).toEqual([]);
    // A program without the keys adds none readable.
    expect(await codeOf(add(person, [part()]))).toBe('vaultSealed');
    const another = { _id: randomUUID(), sealed: envelope(4096), receivedAt: null };
    expect(await person.api.vault.restore({ keyVersion: 2, moods: [another] })).toMatchObject({ moods: [another._id] });
    expect(await person.api.moods.remove({ ids: [another._id] })).toEqual({ ids: [another._id] });

    await prove(person);
    await person.api.vault.begin({ to: 'server', keyVersion: 2, slots: [] });
    const { _id, source, name, scale, entries } = mine;
    const back = { keyVersion: 3, moods: [{ _id, source, name, scale, entries }] };
    expect(await person.api.vault.putClear(back)).toMatchObject({ moods: [{ outcome: 'saved' }] });
    expect(await listedOf(person)).toMatchObject([{ ...mine, sealed: null, keyVersion: 3 }]);
  });

  it('that only a vault opens are erased when it begins anew, and all of them with the account', async () => {
    const person = await t.person();
    await turnVaultOn(person);
    await person.api.vault.restore({ keyVersion: 2, moods: [{ _id: randomUUID(), sealed: envelope(4096) }] });
    await person.api.vault.anew({ password, word: 'erase' });
    // A restored backup erases them again.
    const own = and(eq(ledgerEntries.userId, person.id), eq(ledgerEntries.subject, 'moods'));
    expect(await t.db.$count(ledgerEntries, own)).toBe(1);
    expect(await listedOf(person)).toEqual([]);
    await add(person, [part()]);
    await person.api.profile.erase({ password });
    const log = { info: () => undefined, warn: () => undefined };
    expect(await createErasures({ db: t.db, log }).flush()).toBeGreaterThan(0);
    expect(await t.db.$count(moods, eq(moods.userId, person.id))).toBe(0);
  });
});
