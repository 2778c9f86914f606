import { sealWithPassphrase, WrongPassphrase } from '@nuances/crypto/passphrase-seal';
import { importNoteKey, sealText } from '@nuances/crypto/note-envelope';
import { serverKeys } from '@nuances/crypto/vault/rows';
import { axisIds, noteCategories } from '@nuances/domain/axes';
import { exportVersion, type ExportFile } from '@nuances/domain/export-file';
import { planRestore } from '@nuances/domain/restore/plan';
import { textOfTags } from '@nuances/domain/scan/tags';
import { exactnesses } from '@nuances/domain/scan/time';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { filesOfArchive, sampleTexts } from './archive-testing.ts';
import { makeArchive, type ArchiveSource } from './make-archive.ts';
import { PassphraseNeeded, readArchive } from './read-archive.ts';
import { readerPage } from './reader-page.ts';

/** The default one takes seconds. */
const cheap = { memoryKib: 8, passes: 1, lanes: 1 };

let key: CryptoKey;
beforeAll(async () => {
  key = await importNoteKey(randomBytes(32).toString('hex'));
});

const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-11-22'), noInvalidDate: true });
const iso = time.map((date) => date.toISOString());
/** Everything that breaks a format: quotes, markup, line ends, formulas, right-to-left, emoji, a byte order mark. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '</style><script src="//x.invalid/a.js"></script>',
    '=1+1',
    '"a";b,\r\nc',
    '\uFEFF---\n# x',
    '[[שלום]] 🌻',
  ),
);
const tag = fc.constantFrom('sommeil', '=café', 'a,b', '"x"', 'yoga', 'été');

/** An account in clear, as the server would answer it once it is sealed. */
const account = fc.record({
  profile: fc.record({
    username: fc.constant('lea'),
    firstName: anyText,
    dateOfBirth: fc.constantFrom(null, '1990-12-10'),
  }),
  scans: fc.array(
    fc.record({
      _id: fc.uuid({ version: 4 }),
      answers: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 }),
      scoring: fc.integer({ min: -56, max: 70 }),
      duration: fc.option(fc.integer({ min: 0, max: 86_400 })),
      createdAt: iso,
      kept: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
      moment: fc.constantFrom(...exactnesses),
      receivedAt: iso,
      tags: fc.uniqueArray(tag, { maxLength: 5 }),
    }),
    { maxLength: 12 },
  ),
  notes: fc.array(
    fc.record({
      _id: fc.uuid({ version: 4 }),
      title: anyText,
      // Nothing is sealed for no text, and a note without one is not stored.
      text: anyText.map((text) => text || 'x'),
      categoryId: fc.constantFrom(...noteCategories),
      createdAt: iso,
      receivedAt: fc.option(iso),
      updatedAt: iso,
      revision: fc.integer({ min: 1, max: 9 }),
      about: fc.option(fc.nat()),
    }),
    { maxLength: 12 },
  ),
});
type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never;

/** Notes with their links: to scans of the account. */
function linked({ scans, notes }: Account) {
  return notes.map(({ about, ...note }) => ({
    ...note,
    scanResultId: about === null ? null : (scans[about % Math.max(1, scans.length)]?._id ?? null),
  }));
}

/** The answer of the server about an account. */
async function answerOf(all: Account): Promise<Uint8Array<ArrayBuffer>> {
  const scans = all.scans.map(async ({ tags, ...scan }) => {
    const text = textOfTags(tags);
    return { ...scan, tags: text === null ? null : await sealText(key, text) };
  });
  const notes = linked(all).map(async (note) => ({
    ...note,
    title: await sealText(key, note.title),
    text: await sealText(key, note.text),
  }));
  const data = {
    exportedAt: '2026-11-22T10:00:00.000Z',
    profile: all.profile,
    scans: await Promise.all(scans),
    notes: await Promise.all(notes),
    events: [],
  };
  return new TextEncoder().encode(JSON.stringify({ result: { data } }));
}

function sourceOf(answer: Uint8Array<ArrayBuffer>, passphrase: string | null = null): ArchiveSource {
  return {
    answer,
    keys: serverKeys(key),
    profile: null,
    passphrase,
    language: { locale: 'fr', texts: sampleTexts },
    names: { page: 'lire-moi.html', table: 'scans.csv', moods: 'humeurs.csv' },
  };
}

/** What a restore into an empty account would add. */
async function contentOf(file: ExportFile) {
  const { newScans, newNotes } = await planRestore(file, { scans: new Set(), notes: new Map(), moods: [] }, Date.now());
  return { scans: newScans, notes: newNotes, profile: file.profile };
}

async function expectSame(file: ExportFile, all: Account): Promise<void> {
  const { scans, notes, profile } = await contentOf(file);
  expect(profile).toEqual(all.profile);
  expect(scans).toEqual(all.scans.map(({ scoring: _scoring, ...scan }) => scan));
  expect(notes).toEqual(linked(all).map(({ revision: _revision, ...note }) => ({ ...note, encrypted: false })));
}

it('the page of an export says in words what else is stored', () => {
  const events = [{ kind: 'scan', at: '2026-11-02T08:15:00.000Z', isCounted: true }];
  const data = {
    version: exportVersion,
    profile: { username: 'lea' },
    scans: [],
    notes: [],
    moods: [],
    events,
    younger: [{ x: null }],
  };
  const page = readerPage(data, { locale: 'fr', texts: sampleTexts });
  expect(page).toContain('<summary>Usage</summary>');
  expect(page).toContain('<th scope="col">Sorte</th>');
  expect(page).toContain('<td>oui</td>');
  expect(page).not.toContain('T08:15');
  // A newer server may send what this page has no words for.
  expect(page).toContain('<summary>younger</summary>');
});

it('the page of an export lets each title, line and word have its own direction', () => {
  const at = { createdAt: '2026-11-02T08:15:00.000Z', receivedAt: null };
  const note = {
    _id: 'n',
    title: 'שלום',
    text: 'בוקר',
    categoryId: 'red' as const,
    scanResultId: null,
    revision: 1,
    encrypted: false,
    ...at,
  };
  const data = { version: exportVersion, profile: { username: 'lea' }, scans: [], notes: [note], moods: [] };
  const page = readerPage(data, { locale: 'fr', texts: sampleTexts });
  expect(page).toContain('<h3 dir="auto">שלום</h3>');
  expect(page).toContain('<p class="t" dir="auto">בוקר</p>');
  expect(page).toMatch(/article p\.t\{[^}]*unicode-bidi:plaintext/);
});

describe('an export', () => {
  it('EXPORT-1: is read back as it was, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(account, async (all) => {
        const { bytes, ...counts } = await makeArchive(sourceOf(await answerOf(all)), () => undefined);
        const closed = { notes: 0, others: 0 };
        expect(counts).toEqual({ scans: all.scans.length, notes: all.notes.length, closed });
        await expectSame(await readArchive(new Blob([bytes]), null), all);
      }),
      { numRuns: 25 },
    );
  });

  it('EXPORT-1: is read back as it was through the sealed form', async () => {
    await fc.assert(
      fc.asyncProperty(account, async (all) => {
        const { bytes } = await makeArchive(sourceOf(await answerOf(all)), () => undefined);
        const file = new Blob([await sealWithPassphrase(bytes, 'quatre mots au café', cheap)]);
        await expect(readArchive(file, null)).rejects.toThrow(PassphraseNeeded);
        // The same letters, typed on another keyboard.
        await expectSame(await readArchive(file, 'quatre mots au cafe\u0301'), all);
        await expect(readArchive(file, 'quatre mots au cafe')).rejects.toThrow(WrongPassphrase);
      }),
      { numRuns: 10 },
    );
  });

  it('has the seal that docs/export.md describes, and no clear text', async () => {
    const [all] = fc.sample(account, { numRuns: 1, seed: 7 });
    if (!all) throw new Error('no sample');
    const { bytes } = await makeArchive(sourceOf(await answerOf(all), 'quatre mots au café'), () => undefined);
    const header = Buffer.from(bytes.subarray(0, 53));
    expect(header.toString('latin1', 0, 12)).toBe('nuances-seal');
    expect([header.readUInt8(12), header.readUInt32BE(13), header.readUInt32BE(17), header.readUInt32BE(21)]).toEqual([
      1, 65_536, 3, 1,
    ]);
    expect(Buffer.from(bytes).includes('nuances.json')).toBe(false);
  });

  it('does not open when a byte of the sealed form was altered', async () => {
    const sealed = await sealWithPassphrase(new TextEncoder().encode('{}'), 'quatre mots au café', cheap);
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = sealed.slice();
      altered[at] = (altered[at] ?? 0) ^ 1;
      await expect(readArchive(new Blob([altered]), 'quatre mots au café')).rejects.toThrow(/./);
    }
  });

  it('shows everything on a page without a script and without an address', async () => {
    await fc.assert(
      fc.asyncProperty(account, async (all) => {
        const { bytes } = await makeArchive(sourceOf(await answerOf(all)), () => undefined);
        const page = filesOfArchive(bytes).get('lire-moi.html') ?? '';
        expect(page).toContain(`default-src 'none'`);
        expect(page).not.toMatch(/<script|<img|<iframe|@import|url\(|javascript:|\bon\w+="/i);
        expect(
          [...page.matchAll(/(?:href|src)="([^"]*)"/g)].every(([, to]) => to === 'data:,' || to?.startsWith('#')),
        ).toBe(true);
        for (const { _id } of [...all.scans, ...all.notes]) expect(page).toContain(`id="${_id}"`);
      }),
      { numRuns: 15 },
    );
  });

  it('has a file for each note, of the day on the clock of the person, and a row for each scan', async () => {
    vi.stubEnv('TZ', 'Europe/Paris');
    const [first, second] = ['5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48', '6d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48'] as const;
    const times = { createdAt: '2026-11-03T08:20:00.000Z', receivedAt: null, updatedAt: '2026-11-03T08:20:00.000Z' };
    const note = { categoryId: 'yellow' as const, revision: 1, about: 0, ...times };
    const scan = {
      _id: first,
      answers: [4, 6, 9, 8, 5, 7, 9],
      scoring: 26,
      duration: 60,
      kept: [1],
      moment: 'part' as const,
      tags: ['=café', 'yoga'] satisfies Account['scans'][number]['tags'],
      ...times,
      receivedAt: times.createdAt,
    };
    const all: Account = {
      profile: { username: 'lea', firstName: 'Léa', dateOfBirth: null },
      scans: [scan],
      notes: [
        { ...note, _id: first, title: '../../Trois poires: été', text: 'Le marché.' },
        { ...note, _id: second, title: '', text: 'Sans titre.', createdAt: '2026-11-03T23:30:00.000Z' },
      ],
    };
    const { bytes } = await makeArchive(sourceOf(await answerOf(all)), () => undefined);
    const files = filesOfArchive(bytes);
    expect([...files.keys()]).toEqual([
      'nuances.json',
      'lire-moi.html',
      'scans.csv',
      `notes/2026-11-03-trois-poires-été-${first}.md`,
      `notes/2026-11-04-${second}.md`,
    ]);
    expect(files.get(`notes/2026-11-03-trois-poires-été-${first}.md`)).toBe(
      `---\nid: ${first}\ncreated: ${times.createdAt}\nupdated: ${times.updatedAt}\ncategory: "Joie"\nscan: ${first}\n---\n\n# ../../Trois poires: été\n\nLe marché.\n`,
    );
    const rows = (files.get('scans.csv') ?? '').trim().split('\r\n');
    expect(rows).toEqual(
      [
        `\uFEFFid;createdAt;receivedAt;${axisIds.join(';')};score;durationS;kept;moment;tags`,
        `${first};${times.createdAt};${times.createdAt};4;6;9;8;5;7;9;26;60;orange;part;"'=café, yoga"`,
      ].map((row, index) => (index === 0 ? row.slice(1) : row)),
    );
  });

  it('takes along what the key does not open, marked', async () => {
    const other = await importNoteKey(randomBytes(32).toString('hex'));
    const [all] = fc.sample(
      account.filter(({ notes }) => notes.length > 2),
      { numRuns: 1, seed: 3 },
    );
    if (!all) throw new Error('no sample');
    const answer = await answerOf(all);
    const { bytes, closed } = await makeArchive({ ...sourceOf(answer), keys: serverKeys(other) }, () => undefined);
    const read = await readArchive(new Blob([bytes]), null);
    // Empty texts are stored as they are, and open with any key.
    const sealed = all.notes.filter(({ title, text }) => title !== '' || text !== '').length;
    expect(closed).toEqual({ notes: sealed, others: 0 });
    expect(read.notes.filter(({ encrypted }) => encrypted)).toHaveLength(sealed);
    expect(JSON.stringify(read)).not.toContain('sommeil');
  });
});
