import { notes, scans, usageEvents } from '@nuances/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { eraseBatchSize } from './erase-part.ts';

let t: TestApp;
useApp((app) => (t = app));

const envelope = Buffer.alloc(40, 1).toString('base64');
const answers = [1, 2, 3, 4, 5, 6, 7];
type Person = Awaited<ReturnType<TestApp['person']>>;

/** A person with two scans, a note about the first and one about nothing. */
async function writer(name: string) {
  const person = await t.person(name);
  const [scan, other] = [randomUUID(), randomUUID()];
  for (const _id of [scan, other]) await person.api.results.create({ _id, answers });
  const [about, alone] = [randomUUID(), randomUUID()];
  await person.api.notes.create({ _id: about, text: envelope, categoryId: 'red', scanResultId: scan });
  await person.api.notes.create({ _id: alone, text: envelope, categoryId: 'other' });
  return { person, scan, other, about, alone };
}

const erase = async ({ api }: Person, part: 'scans' | 'notes', at?: string) =>
  api.profile.erasePart({ part, before: at ?? (await api.profile.erasable()).at });
const counts = async ({ api }: Person) => {
  const { scans: ownScans, notes: ownNotes } = await api.profile.erasable();
  return [ownScans, ownNotes];
};

describe('the erasure of a part', () => {
  it('ERASE-1: takes all scans; their notes stay, unlinked, and devices see the change', async () => {
    const { person, about } = await writer('scanless');
    const bystander = await writer('bystander');
    expect(await counts(person)).toEqual([2, 2]);
    expect(await erase(person, 'scans')).toEqual({ erased: 2, more: false });
    expect(await counts(person)).toEqual([0, 2]);
    expect((await person.api.notes.all()).notes.find(({ _id }) => _id === about)).toMatchObject({
      scanResultId: null,
      revision: 2,
    });
    expect(await erase(person, 'scans'), 'repeated').toEqual({ erased: 0, more: false });
    expect(await counts(bystander.person)).toEqual([2, 2]);
  });

  it('ERASE-1: takes all notes; one that comes back is no new one', async () => {
    const { person, alone } = await writer('noteless');
    const events = () =>
      t.db
        .select()
        .from(usageEvents)
        .where(and(eq(usageEvents.userId, person.id), eq(usageEvents.kind, 'note_created')));
    expect(await erase(person, 'notes')).toEqual({ erased: 2, more: false });
    expect(await counts(person)).toEqual([2, 0]);
    const before = (await events()).length;
    const { note } = await person.api.notes.create({ _id: alone, text: envelope, categoryId: 'other' });
    expect(note.revision).toBe(2);
    expect(await events()).toHaveLength(before);
  });

  it('ERASE-1: leaves what another device sends after the count', async () => {
    const { person } = await writer('two_devices');
    const { at } = await person.api.profile.erasable();
    const later = { scan: randomUUID(), note: randomUUID() };
    // Written before, received after.
    await person.api.results.create({ _id: later.scan, answers, createdAt: '2026-01-01T00:00:00.000Z' });
    await person.api.notes.create({ _id: later.note, text: envelope, categoryId: 'red' });
    expect(await erase(person, 'scans', at)).toEqual({ erased: 2, more: false });
    expect(await erase(person, 'notes', at)).toEqual({ erased: 2, more: false });
    expect((await person.api.results.own({})).map(({ _id }) => _id)).toEqual([later.scan]);
    expect((await person.api.notes.all()).notes.map(({ _id }) => _id)).toEqual([later.note]);
  });

  it('works in steps, and takes notes of versions that did not record when they came', async () => {
    const { person } = await writer('many');
    await t.db.update(notes).set({ receivedAt: null }).where(eq(notes.userId, person.id));
    await t.db.execute(sql`insert into ${scans} (user_id, id, answers, scoring, created_at, received_at)
      select ${person.id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', 0, now(), now() from generate_series(1, ${eraseBatchSize})`);
    const { at } = await person.api.profile.erasable();
    expect(await erase(person, 'scans', at)).toEqual({ erased: eraseBatchSize, more: true });
    expect(await erase(person, 'scans', at)).toEqual({ erased: 2, more: false });
    expect(await erase(person, 'notes')).toEqual({ erased: 2, more: false });
  });
});
