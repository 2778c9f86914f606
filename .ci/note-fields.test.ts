/// <reference lib="dom" />
/** Sends each field of a note through every place where it may be lost, as `fields.test.ts` does with those of a scan. */
import { importNoteKey, openText, sealText } from '@nuances/crypto/note-envelope';
import { serverKeys } from '@nuances/crypto/vault/rows';
import { clearNoteContent, noteContentNames, noteFields, readNoteContent } from '@nuances/domain/note/fields';
import { noteTexts } from '@nuances/domain/note/texts';
import { isRecord } from '@nuances/domain/record';
import { restoreParts } from '@nuances/domain/restore/parts';
import { planRestore } from '@nuances/domain/restore/plan';
import { namesOf, picked } from '@nuances/domain/thing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../apps/api/src/testing/test-app.ts';
import { filesOfArchive, sampleTexts } from '../apps/web/src/archive/archive-testing.ts';
import { makeArchive } from '../apps/web/src/archive/make-archive.ts';
import { readArchive } from '../apps/web/src/archive/read-archive.ts';
import { openNote, openPending, sealNote } from '../apps/web/src/note-store/envelopes.ts';
import { withNoteKey } from '../apps/web/src/keys/note-key-sealing.ts';
import { sameText } from '../apps/web/src/note-store/note.ts';
import { callBy, type Person, ways } from './both-ways.ts';

const apps: TestApp[] = [];
beforeAll(async () => {
  // A new note is stored by one statement, and by several where the database is distributed or something is in the way.
  apps.push(await testApp(), await testApp({ isDistributed: true }));
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const names = namesOf(noteFields);
const fixed = { title: 'Lavender', text: 'By the window.', createdAt: '2026-03-04T05:06:07.089Z' };
const content = exampleContent();

/** What a person says in a note: the examples of the documentation. */
function exampleContent() {
  const examples = noteContentNames.map((name) => [name, noteTexts[name].answered.examples[0]]);
  const read = readNoteContent({ ...Object.fromEntries(examples), ...picked(['title', 'text'], fixed) });
  if (!read) throw new Error('the examples are no note');
  for (const name of noteContentNames) expect(read[name], `an example of ${name}`).toBeTruthy();
  return read;
}

/** Another value of each field of the content. */
const others: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(noteContentNames.map((name) => [name, `${content[name]}x`])),
  categoryId: 'red',
  scanResultId: null,
};

const noteOf = (answer: unknown, name = 'note') => {
  const note = isRecord(answer) ? answer[name] : undefined;
  return isRecord(note) ? note : {};
};
const listOf = (answer: unknown, name: string): unknown => (isRecord(answer) ? answer[name] : undefined);

let people = 0;

describe.each(ways.flatMap((way) => [0, 1].map((app) => [way, app] as const)))(
  'the fields of a note, over %s, app %i',
  (way, at) => {
    const app = () => apps[at] ?? expect.unreachable();
    const call = (person: Person, name: string, input?: object) => callBy(app(), way, person, name, input);

    async function newNote() {
      const person = await app().person(`note_${(people += 1)}`);
      const key = await importNoteKey(person.userKey);
      const [title, text] = await Promise.all([sealText(key, content.title), sealText(key, content.text)]);
      await call(person, 'results.create', { _id: content.scanResultId, answers: [1, 2, 3, 4, 5, 6, 7] });
      const input = { ...content, title, text, _id: randomUUID(), createdAt: fixed.createdAt };
      return { person, key, input };
    }

    it('are stored, and answered everywhere', async () => {
      const { person, input } = await newNote();
      const note = noteOf((await call(person, 'notes.create', input)).answer);
      expect(Object.keys(note).toSorted()).toEqual(names.toSorted());
      expect(note).toMatchObject({ ...input, revision: 1 });
      expect(listOf((await call(person, 'notes.all')).answer, 'notes')).toEqual([note]);
      expect(listOf((await call(person, 'profile.exportData')).answer, 'notes')).toEqual([note]);
    });

    it('are compared when the note is sent again, changed alone, and kept beside in a conflict', async () => {
      const { person, key, input } = await newNote();
      const first = await call(person, 'notes.create', input);
      expect(await call(person, 'notes.create', input)).toEqual(first);
      let before = noteOf(first.answer);
      for (const name of noteContentNames) {
        const isSealed = name === 'title' || name === 'text';
        const change = { [name]: isSealed ? await sealText(key, String(others[name])) : others[name] };
        // Text and category belong to every call; what is not sent stays.
        const sent = { ...picked(['_id', 'text', 'categoryId'], before), ...change };
        const after = noteOf((await call(person, 'notes.update', sent)).answer);
        expect(after, name).toEqual({
          ...before,
          ...change,
          revision: Number(before['revision']) + 1,
          updatedAt: expect.any(String),
        });
        before = after;
      }
      before = noteOf((await call(person, 'notes.update', input)).answer);
      const { answer } = await call(person, 'notes.create', { ...input, categoryId: 'blue', revision: 1 });
      expect(noteOf(answer, 'conflict')).toEqual({ ...before, _id: expect.any(String), revision: 1 });
    });

    it('come back from an export, which is made and read by the app', async () => {
      const { person, key, input } = await newNote();
      await call(person, 'notes.create', input);
      const answer = await app().http('GET', '/trpc/profile.exportData', { token: person.shortToken });
      const { bytes } = await makeArchive(
        {
          answer: new TextEncoder().encode(answer.text),
          keys: serverKeys(key),
          passphrase: null,
          profile: null,
          language: { locale: 'en', texts: { ...sampleTexts, categories: {} } },
          names: { page: 'page.html', table: 'scans.csv', moods: 'moods.csv' },
        },
        () => undefined,
      );
      const [, markdown = ''] = [...filesOfArchive(bytes)].find(([name]) => name.endsWith('.md')) ?? [];
      for (const value of Object.values({ ...content, _id: input._id, createdAt: input.createdAt }))
        expect(markdown).toContain(value);
      const file = await readArchive(new Blob([bytes]), null);
      const other = await app().person(`note_${(people += 1)}`);
      const plan = await planRestore(file, { scans: new Set(), notes: new Map(), moods: [] }, Date.now());
      for await (const part of restoreParts((text) => sealText(key, text), plan))
        await call(other, 'restore.add', part);
      const notesOf = async (whose: Person) => {
        const list = listOf((await call(whose, 'notes.all')).answer, 'notes');
        return Array.isArray(list) && isRecord(list[0]) ? list[0] : {};
      };
      const [before, after] = [await notesOf(person), await notesOf(other)];
      expect(after).toEqual({ ...before, title: expect.any(String), text: expect.any(String) });
      expect(await openText(key, String(after['title']))).toBe(content.title);
      expect(await openText(key, String(after['text']))).toBe(content.text);
    });
  },
);

describe('on the device, the fields of a note', () => {
  it('are sealed for the outbox, opened from it, compared, and read from a draft', async () => {
    const rows = withNoteKey(await importNoteKey('0'.repeat(64)));
    const sealed = await sealNote(rows, 'n1', content, fixed.createdAt);
    const opened = await openPending(rows, {
      ...{ kind: 'note', id: 'i1', owner: 'u1', noteId: 'n1', createdAt: fixed.createdAt, refusal: null },
      ...{ content: sealed, receivedAt: null, revision: 1, after: null },
    });
    expect(opened).toMatchObject({ ...content, id: 'n1', createdAt: fixed.createdAt, state: 'waiting' });
    const locked = await openNote(withNoteKey(await importNoteKey('1'.repeat(64))), {
      ...{ ...sealed, _id: 'n1', revision: 1, receivedAt: null, updatedAt: fixed.createdAt },
    });
    expect(locked).toMatchObject({ locked: true, ...clearNoteContent(content) });
    for (const name of noteContentNames) {
      const changed = readNoteContent({ ...content, [name]: others[name] });
      expect(changed && sameText(content, changed), name).toBe(false);
    }
    expect(readNoteContent(JSON.parse(JSON.stringify(content)))).toEqual(content);
  });
});
