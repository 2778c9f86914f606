import { deriveVaultKeys, newAccountKey, type VaultKeys } from '@nuances/crypto/vault/account-key';
import {
  openNoteRow,
  openScanRow,
  openTagsOf,
  sealNoteRow,
  sealTagsOf,
  type RowKeys,
} from '@nuances/crypto/vault/rows';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RouterInputs } from '../api/router-types.ts';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';
import { Refused, serverOf, stubServer } from '../browser/server-testing.ts';
import type { PendingNote, PendingTags, SealedContent } from '../offline/outbox-items.ts';
import { contentOf } from '../offline/scan-testing.ts';
import type { OpenVault } from '../keys/keyring.ts';
import { markVault } from '../keys/vault-mark.ts';
import { newPage } from '../new-page-testing.ts';

const owner = 'u1';
const [first, second] = await Promise.all([deriveVaultKeys(newAccountKey()), deriveVaultKeys(newAccountKey())]);
const vaultOf = (writes: number, ...versions: readonly (readonly [number, VaultKeys])[]): OpenVault => {
  const map = new Map(versions);
  return { owner, versions: map, writes, device: map.get(writes)?.device ?? first.device };
};
const device = vi.hoisted((): { vault: OpenVault | null; asked: () => void } => ({
  vault: null,
  asked: () => undefined,
}));
vi.mock('../keys/keyring.ts', () => ({
  knownVaultKeys: async () => {
    device.asked();
    return device.vault;
  },
  vaultKeys: () => device.vault,
}));

const asked = vi.hoisted((): string[] => []);
vi.mock('../vault/load-vault.ts', () => ({
  askAboutVault: (of: string) => asked.push(of),
  noticeVault: () => undefined,
}));

type Put = RouterInputs['vault']['put'];
type PutNote = NonNullable<Put['notes']>[number];
type StoredNote = PutNote & { readonly revision: number; readonly keyVersion: number; readonly updatedAt: string };

/** Stores notes and scans as the server of a vault does (`apps/api/src/vault`). */
function newServer() {
  const notes = new Map<string, StoredNote>();
  const scans = new Map<string, NonNullable<Put['scans']>[number] & { readonly keyVersion: number }>();
  const calls: { readonly procedure: string; readonly body: string }[] = [];
  const at = '2026-11-02T08:15:00.000Z';
  let changes = 0;
  /** Each later than the one before. */
  const now = () => new Date(Date.parse(at) + (changes += 1)).toISOString();
  const filed = ({ _id, scanResultId = null, revision, updatedAt, movedTo }: StoredNote) => {
    return { _id, createdAt: movedTo ?? at, receivedAt: at, updatedAt, scanResultId, revision };
  };
  const putNote = (note: PutNote, keyVersion: number) => {
    const stored = notes.get(note._id);
    if (note.scanResultId != null && !scans.has(note.scanResultId))
      return { _id: note._id, outcome: 'refused', code: 'notFound' };
    if (stored && stored.sealed !== note.sealed && stored.revision !== note.revision) {
      const clear = { title: '', text: '', categoryId: null };
      const kept = { ...filed(stored), ...clear, sealed: stored.sealed, keyVersion: stored.keyVersion };
      return { _id: note._id, outcome: 'conflict', note: kept };
    }
    const isSame = stored?.sealed === note.sealed;
    const revision = stored ? stored.revision + Number(!isSame) : 1;
    const saved = { ...note, revision, keyVersion, updatedAt: isSame ? stored.updatedAt : now() };
    notes.set(note._id, saved);
    return { ...filed(saved), outcome: 'saved' };
  };
  const setTags = ({ _id, tags, tagsBefore = null, keyVersion }: RouterInputs['vault']['setTags']) => {
    const stored = scans.get(_id);
    if (stored?.keyVersion !== keyVersion) throw new Refused('notFound');
    const isSaved = stored.tags === tags || stored.tags === tagsBefore;
    if (isSaved) scans.set(_id, { ...stored, tags });
    return { isSaved, tags: isSaved ? tags : stored.tags };
  };
  type Input = Put & RouterInputs['vault']['setTags'] & RouterInputs['vault']['restore'];
  const fetch = serverOf((procedure, input: Input) => {
    calls.push({ procedure, body: JSON.stringify(input) });
    if (procedure === 'results.byId') {
      const { tags = null, keyVersion } = scans.get(input._id) ?? {};
      if (keyVersion === undefined) throw new Refused('notFound');
      return { ...contentOf([1, 2, 3, 4, 5, 6, 7], 9), createdAt: at, tags, keyVersion };
    }
    if (procedure === 'vault.setTags') return setTags(input);
    const { keyVersion } = input;
    if (procedure === 'vault.restore')
      return {
        scans: [],
        notes: (input.notes ?? []).flatMap(({ _id, sealed }) => {
          if (notes.has(_id)) return [];
          notes.set(_id, { _id, isMove: false, sealed, revision: 1, keyVersion, updatedAt: now() });
          return [{ _id, revision: 1 }];
        }),
      };
    return {
      notes: (input.notes ?? []).map((note) => putNote(note, keyVersion)),
      scans: (input.scans ?? []).map((scan) => {
        const stored = scans.get(scan._id);
        const isMoved = scan.isMove && stored?.tags === scan.tagsBefore;
        if (stored && !isMoved) return { _id: scan._id, outcome: 'conflict', scan: { ...stored, answers: null } };
        scans.set(scan._id, { ...scan, keyVersion });
        return { _id: scan._id, outcome: 'saved', createdAt: at, receivedAt: at };
      }),
      manifest: null,
    };
  });
  return { notes, scans, calls, fetch };
}

let server: ReturnType<typeof newServer>;
const keys = (): RowKeys => ({
  owner,
  versions: device.vault?.versions ?? new Map(),
  writes: device.vault?.writes ?? null,
  noteKey: null,
});

let storage: Map<string, string>;

beforeEach(() => {
  storage = stubLogin(owner);
  device.asked = () => undefined;
  vi.stubGlobal('isSecureContext', true);
  markVault(owner);
  device.vault = vaultOf(2, [2, first]);
  server = newServer();
  vi.stubGlobal('fetch', server.fetch);
});

async function openPage() {
  await newPage();
  return { ...(await import('./deliver.ts')), ...(await import('../offline/outbox.ts')) };
}

/** A page whose account has a scan, and what items with its tags are made of. */
async function pageWithScan() {
  const page = await openPage();
  const scanId = randomUUID();
  const filed = { owner, createdAt: plain.createdAt, refusal: null, scanId, kind: 'tags' } as const;
  const sealed = async (...tags: string[]) => ({
    tags: await sealTagsOf(keys(), scanId, tags),
    keyVersion: keys().writes ?? expect.unreachable('the vault is not written'),
  });
  const stored = () => server.scans.get(scanId) ?? expect.unreachable('there is no scan');
  const openedTags = () => openTagsOf(keys(), { _id: scanId, keyVersion: stored().keyVersion }, stored().tags ?? '');
  await page.deliver({ ...filed, kind: 'scan', id: scanId, ...contentOf([1, 2, 3, 4, 5, 6, 7], 9) });
  return { page, filed, sealed, stored, openedTags };
}

const text = (title: string) => ({ title, text: `${title}: the market`, categoryId: 'yellow' }) as const;
const plain = {
  title: '',
  text: '',
  categoryId: 'other',
  scanResultId: null,
  createdAt: '2026-11-02T08:15:00.000Z',
} as const;

async function noteItem(
  title: string,
  part: Partial<PendingNote> = {},
): Promise<PendingNote & { content: SealedContent }> {
  const noteId = part.noteId ?? randomUUID();
  const vault = { sealed: await sealNoteRow(keys(), noteId, text(title)), keyVersion: keys().writes ?? 0 };
  const filed = { id: randomUUID(), createdAt: plain.createdAt, refusal: null, revision: 1, after: null };
  return { kind: 'note', owner, ...filed, ...part, noteId, content: { ...plain, vault } };
}

async function storedText(id: string) {
  const note = server.notes.get(id);
  const row = { ...plain, sealed: note?.sealed ?? '', _id: id, keyVersion: note?.keyVersion ?? 0 };
  return (await openNoteRow(keys(), row))?.title ?? null;
}

describe('an item of an account with a vault', () => {
  it('is sealed before it is sent: note, scan, tags', async () => {
    const page = await openPage();
    const note = await noteItem('Pears');
    expect(await page.deliver(note)).toMatchObject({ answer: { note: { revision: 1, ...note.content.vault } } });
    const scanId = randomUUID();
    const scan = { kind: 'scan', id: scanId, owner, createdAt: plain.createdAt, refusal: null } as const;
    const content = contentOf([1, 2, 3, 4, 5, 6, 7], 9);
    await page.deliver({ ...scan, ...content });
    const tags = await sealTagsOf(keys(), scanId, ['sleep']);
    await page.deliver({ ...scan, kind: 'tags', id: 't', scanId, tags, keyVersion: 2 });
    expect(await storedText(note.noteId)).toBe('Pears');
    const stored = server.scans.get(scanId);
    expect(await openScanRow(keys(), { _id: scanId, keyVersion: 2, sealed: stored?.sealed ?? '' })).toEqual(content);
    for (const { body } of server.calls)
      for (const word of ['Pears', 'answers', 'sleep', 'yellow']) expect(body).not.toContain(word);
  });

  it('may be sent twice: the answer was lost', async () => {
    const page = await openPage();
    const item = await noteItem('Pears');
    await page.deliver(item);
    const again = await page.deliver(item);
    expect(again).toMatchObject({ answer: { note: { revision: 1 } } });
    expect(server.notes.size).toBe(1);
    const scan = { kind: 'scan', id: randomUUID(), owner, createdAt: plain.createdAt, refusal: null } as const;
    await page.deliver({ ...scan, ...contentOf([1, 2, 3, 4, 5, 6, 7], 9) });
    await page.deliver({ ...scan, ...contentOf([1, 2, 3, 4, 5, 6, 7], 9) });
    await expect(page.deliver({ ...scan, ...contentOf([7, 2, 3, 4, 5, 6, 7], 9) })).rejects.toMatchObject({
      data: { app: { code: 'scanExists' } },
    });
  });

  it('that waited since before a renewal is sealed anew, and kept so, before it is sent', async () => {
    const item = await noteItem('Pears');
    const tags = await sealTagsOf(keys(), 's1', ['sleep']);
    device.vault = vaultOf(3, [2, first], [3, second]);
    const page = await openPage();
    await page.deliver(item);
    expect(server.notes.get(item.noteId)?.keyVersion).toBe(3);
    expect(await storedText(item.noteId)).toBe('Pears');
    const waiting = page.currentPending().find(({ id }) => id === item.id);
    expect(waiting).toMatchObject({
      content: { vault: { sealed: server.notes.get(item.noteId)?.sealed, keyVersion: 3 } },
    });
    const filed = { id: 't', owner, createdAt: plain.createdAt, refusal: null, scanId: 's1' };
    const sent = await page.deliver({ kind: 'tags', ...filed, tags, keyVersion: 2 });
    const stored = sent.kind === 'tags' ? (sent.item.tags ?? '') : '';
    expect(
      await openTagsOf({ ...keys(), versions: new Map([[3, second]]) }, { _id: 's1', keyVersion: 3 }, stored),
    ).toEqual(['sleep']);
  });

  it('tags replace those of another device, go with a scan of a former key, and end with their scan', async () => {
    const page = await openPage();
    const scanId = randomUUID();
    const filed = { owner, createdAt: plain.createdAt, refusal: null } as const;
    const tagged = async (id: string, ...tags: string[]) =>
      ({
        ...filed,
        kind: 'tags',
        id: 't',
        scanId: id,
        tags: await sealTagsOf(keys(), id, tags),
        keyVersion: 2,
      }) as const;
    const openedTags = () => openTagsOf(keys(), { _id: scanId, keyVersion: 2 }, server.scans.get(scanId)?.tags ?? '');
    await page.deliver({ ...filed, kind: 'scan', id: scanId, ...contentOf([1, 2, 3, 4, 5, 6, 7], 9) });
    await page.deliver(await tagged(scanId, 'theirs'));
    await page.deliver(await tagged(scanId, 'sleep'));
    expect(await openedTags()).toEqual(['sleep']);
    const stored = server.scans.get(scanId);
    if (stored) server.scans.set(scanId, { ...stored, keyVersion: 1 });
    await page.deliver(await tagged(scanId, 'coffee'));
    expect(await openedTags()).toEqual(['coffee']);
    expect(server.scans.get(scanId)?.keyVersion).toBe(2);
    expect(await page.deliver(await tagged(randomUUID(), 'late'))).toMatchObject({ kind: 'tags' });
  });

  it('tags that were changed on two devices are merged, also those of a former key; an own lost answer is no change', async () => {
    const { page, filed: common, sealed, stored, openedTags } = await pageWithScan();
    const filed = { ...common, id: 't' };
    const seen = await sealed('friends', 'train');
    await page.deliver({ ...filed, ...seen });
    await page.deliver({ ...filed, ...(await sealed('friends', 'sleep')) });
    const renamed = { ...filed, ...(await sealed('family', 'train')), before: [seen] };
    const { item } = (await page.deliver(renamed)) as { item: PendingTags };
    expect(await openedTags()).toEqual(['family', 'sleep']);
    expect(item.tags).toBe(stored().tags);

    const waiting = { ...filed, ...(await sealed('family', 'coffee')), before: [await sealed('family')] };
    device.vault = vaultOf(3, [2, first], [3, second]);
    await page.deliver(waiting);
    expect(stored().keyVersion).toBe(3);
    expect(await openedTags()).toEqual(['family', 'coffee', 'sleep']);

    // The answer was lost, and then the word was taken away again.
    const lost = await sealed('family', 'coffee', 'sleep', 'tea');
    const before = [{ tags: stored().tags ?? null, keyVersion: 3 }];
    await page.deliver({ ...filed, ...lost, before });
    await page.deliver({ ...filed, ...(await sealed('family')), before: [...before, lost] });
    expect(await openedTags()).toEqual(['family']);

    // The same, and a renewal has sealed all of them anew.
    const again = [await sealed('family'), await sealed('family', 'tea')];
    await page.deliver({ ...filed, ...(await sealed('family', 'tea')), before: [{ tags: stored().tags ?? null }] });
    await page.deliver({ ...filed, ...(await sealed('family')), before: again });
    expect(await openedTags()).toEqual(['family']);
  });

  it('tags that are chosen while others are sent are based on those', async () => {
    const { page, filed, sealed } = await pageWithScan();
    const first = { ...filed, id: 't1', ...(await sealed('tea')), before: [{ tags: null }] };
    await page.put({ ...filed, id: 't2', tags: null, before: [{ tags: null }] });
    await page.deliver(first);
    const [after] = page.currentPending();
    expect(after).toMatchObject({ id: 't2', before: [{ tags: first.tags, keyVersion: 2 }] });
  });

  it('tags that are chosen while others are merged keep what another device has said', async () => {
    const { page, filed, sealed, openedTags } = await pageWithScan();
    const seen = await sealed('friends', 'train');
    await page.deliver({ ...filed, id: 't0', ...seen });
    await page.deliver({ ...filed, id: 't0', ...(await sealed('friends', 'sleep')) });
    const first = { ...filed, id: 't1', ...(await sealed('family', 'train')), before: [seen] };
    await page.put(first);
    const next = { ...filed, id: 't2', ...(await sealed('family', 'train', 'tea')), before: [seen, first] };
    let merging = 0;
    vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
      const answer = await server.fetch(url, init);
      merging += 1;
      // The merge is on its way.
      if (merging === 2) await page.put(next, [first.id]);
      return answer;
    });
    await page.deliver(first);
    expect(merging).toBe(2);
    expect(await openedTags()).toEqual(['family', 'sleep']);
    const [after] = page.currentPending();
    await page.deliver(after as PendingTags);
    expect(await openedTags()).toEqual(['family', 'tea', 'sleep']);
  });

  it('merged tags are kept before they are sent: after a lost answer a word that is taken away stays away', async () => {
    const page = await openPage();
    const scanId = randomUUID();
    const filed = { owner, createdAt: plain.createdAt, refusal: null, scanId, kind: 'tags' } as const;
    const sealed = async (...tags: string[]) => ({ tags: await sealTagsOf(keys(), scanId, tags), keyVersion: 2 });
    const stored = () => server.scans.get(scanId)?.tags ?? '';
    const openedTags = () => openTagsOf(keys(), { _id: scanId, keyVersion: 2 }, stored());
    await page.deliver({ ...filed, kind: 'scan', id: scanId, ...contentOf([1, 2, 3, 4, 5, 6, 7], 9) });
    const seen = await sealed('friends');
    await page.deliver({ ...filed, id: 't0', ...seen });
    const theirs = await sealed('friends', 'sleep');
    await page.deliver({ ...filed, id: 't0', ...theirs });
    const choice = { ...filed, id: 't1', ...(await sealed('friends', 'tea')), before: [seen] };
    await page.put(choice);
    let asked = 0;
    vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
      const answer = await server.fetch(url, init);
      asked += 1;
      if (asked === 2) throw new TypeError('the answer is lost');
      return answer;
    });
    await expect(page.deliver(choice)).rejects.toThrow('lost');
    expect(await openedTags()).toEqual(['friends', 'tea', 'sleep']);
    const [waiting] = page.currentPending() as PendingTags[];
    expect(waiting).toMatchObject({ id: 't1', tags: stored(), keyVersion: 2, before: [theirs] });

    const { before = [], tags = null } = waiting ?? {};
    const next = { ...filed, id: 't2', ...(await sealed('friends', 'sleep')), before: [...before, { tags }] };
    await page.put(next, ['t1']);
    await page.deliver(next);
    expect(await openedTags()).toEqual(['friends', 'sleep']);
  });

  it('tags that are chosen once a merge is on the screen are based on it', async () => {
    const { page, filed, sealed, openedTags } = await pageWithScan();
    const seen = await sealed('friends');
    await page.deliver({ ...filed, id: 't0', ...seen });
    await page.deliver({ ...filed, id: 't0', ...(await sealed('friends', 'sleep')) });
    const first = { ...filed, id: 't1', ...(await sealed('friends', 'tea')), before: [seen] };
    await page.put(first);
    let asked = 0;
    vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
      asked += 1;
      const [shown] = page.currentPending() as PendingTags[];
      // The word of the other device is seen, and taken away.
      if (asked === 2 && shown)
        await page.put(
          { ...filed, id: 't2', ...(await sealed('friends', 'tea')), before: [...(shown.before ?? []), shown] },
          ['t1'],
        );
      return server.fetch(url, init);
    });
    await page.deliver(first);
    expect(await openedTags()).toEqual(['friends', 'tea', 'sleep']);
    const [after] = page.currentPending();
    await page.deliver(after as PendingTags);
    expect(await openedTags()).toEqual(['friends', 'tea']);
  });

  it('is not stored in another account that logs in while it is sealed', async () => {
    const page = await openPage();
    const { noteId, ...note } = await noteItem('Pears');
    const filed = { id: 's1', owner, createdAt: plain.createdAt, refusal: null } as const;
    const tags = await sealTagsOf(keys(), 's1', ['sleep']);
    // In another tab; both accounts have a key of that number.
    device.asked = () => storage.set('token', tokenOf('u2'));
    for (const item of [
      { ...note, noteId },
      { ...filed, kind: 'scan', ...contentOf([1, 2, 3, 4, 5, 6, 7], 9) },
      { ...filed, kind: 'tags', scanId: 's1', tags, keyVersion: 2 },
    ] as const)
      await expect(page.deliver(item), item.kind).rejects.toThrow(TypeError);
    expect(server.calls).toEqual([]);
  });

  it('of a key that the account has no more makes the page ask about the vault: another device has changed it', async () => {
    const page = await openPage();
    const item = await noteItem('Pears');
    stubServer(() => {
      throw new Refused('vaultChanged');
    });
    asked.length = 0;
    await expect(page.deliver(item)).rejects.toMatchObject({ data: { app: { code: 'vaultChanged' } } });
    expect(asked).toEqual([owner]);
    vi.stubGlobal('fetch', server.fetch);
    await page.deliver(item);
    expect(asked).toEqual([owner]);
  });

  it('waits while the vault is closed', async () => {
    const page = await openPage();
    const item = await noteItem('Pears');
    device.vault = null;
    await expect(page.deliver(item)).rejects.toThrow('closed');
    expect(server.calls).toEqual([]);
  });
});

describe('two edits of one note', () => {
  it('both stay: the other one beside, under an id of its own, once', async () => {
    const page = await openPage();
    const base = await noteItem('First');
    await page.deliver(base);
    const { noteId } = base;
    await page.deliver(await noteItem('From elsewhere', { noteId }));
    const here = await noteItem('From here', { noteId });
    const delivery = await page.deliver(here);
    const answer = delivery.kind === 'note' ? delivery.answer : null;
    expect(await storedText(noteId)).toBe('From here');
    expect(await storedText(answer?.conflict?._id ?? '')).toContain('From elsewhere');
    expect(server.notes.size).toBe(2);
    // The answer was lost, and another device has changed nothing since.
    await page.deliver(here);
    expect(server.notes.size).toBe(2);
    expect(await storedText(noteId)).toBe('From here');
    // The words are not said twice of a version of a version.
    const copyId = answer?.conflict?._id ?? '';
    const later = await page.deliver(await noteItem('From here, too', { noteId: copyId, revision: 0 }));
    const again = later.kind === 'note' ? later.answer?.conflict?._id : undefined;
    expect(await storedText(again ?? '')).toBe('From elsewhere (other version) 2');
  });

  it('both stay also where a file has brought the version of an earlier conflict back', async () => {
    const page = await openPage();
    const base = await noteItem('First');
    const { noteId } = base;
    await page.deliver(base);
    await page.deliver(await noteItem('From elsewhere', { noteId }));
    await page.deliver(await noteItem('From here', { noteId }));
    // Restored into an account that had nothing of them: all revisions begin anew.
    for (const [id, note] of server.notes) server.notes.set(id, { ...note, revision: 1 });
    await page.deliver(await noteItem('From elsewhere, later', { noteId }));
    await page.deliver(await noteItem('From here, later', { noteId }));
    const titles = await Promise.all([...server.notes.keys()].map(storedText));
    expect(titles.toSorted()).toEqual([
      'From elsewhere (other version)',
      'From elsewhere, later (other version)',
      'From here, later',
    ]);
  });

  it('are one when the other was only the deletion of its scan', async () => {
    const page = await openPage();
    const base = await noteItem('First');
    await page.deliver(base);
    const { noteId } = base;
    const stored = server.notes.get(noteId) ?? expect.unreachable('there is no note');
    server.notes.set(noteId, { ...stored, revision: 2 });
    await page.deliver(await noteItem('Second', { noteId, updatedAt: stored.updatedAt }));
    expect([server.notes.size, await storedText(noteId)]).toEqual([1, 'Second']);
  });

  it('move the note also where only its day was changed, and its scan was deleted', async () => {
    const page = await openPage();
    const base = await noteItem('First');
    await page.deliver(base);
    const { noteId } = base;
    const stored = server.notes.get(noteId) ?? expect.unreachable('there is no note');
    server.notes.set(noteId, { ...stored, revision: 2 });
    const item = await noteItem('First', { noteId, updatedAt: stored.updatedAt });
    const movedTo = '2026-11-01T08:15:00.000Z';
    const moved = { ...item, content: { ...item.content, scanResultId: randomUUID(), movedTo } };
    const expected = { answer: { note: { createdAt: movedTo, scanResultId: null, revision: 3 } } };
    for (const _time of ['first', 'again']) expect(await page.deliver(moved)).toMatchObject(expected);
    // The answer was lost, and the key was renewed since.
    device.vault = vaultOf(3, [2, first], [3, second]);
    expect(await page.deliver(moved)).toMatchObject(expected);
    expect(server.notes.size).toBe(1);
  });

  it('that say the same are one', async () => {
    const page = await openPage();
    const base = await noteItem('First');
    await page.deliver(base);
    await page.deliver(await noteItem('Same', { noteId: base.noteId }));
    const delivery = await page.deliver(await noteItem('Same', { noteId: base.noteId }));
    expect(delivery).toMatchObject({ answer: { note: { revision: 2 } } });
    expect(server.notes.size).toBe(1);
  });

  it('nothing is written over a text that this device cannot open', async () => {
    const page = await openPage();
    const { noteId } = await noteItem('First');
    const sealed = await sealNoteRow({ ...keys(), versions: new Map([[2, second]]) }, noteId, text('Unreadable'));
    const { createdAt: updatedAt } = plain;
    server.notes.set(noteId, { _id: noteId, isMove: false, sealed, revision: 4, keyVersion: 2, updatedAt });
    await expect(page.deliver(await noteItem('From here', { noteId }))).rejects.toMatchObject({
      data: { app: { code: 'vaultChanged' } },
    });
    expect(server.notes.get(noteId)?.sealed).toBe(sealed);
  });
});
