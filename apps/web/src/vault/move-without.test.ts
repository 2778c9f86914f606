import { importNoteKey, openText } from '@nuances/crypto/note-envelope';
import { textOfTags } from '@nuances/domain/scan/tags';
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leftOutFile } from './left-out/file.ts';
import { addNote, addScan, type FakeServer, newFakeServer, openVaultPage, reopenInRenewal } from './vault-testing.ts';

const passphrase = 'lamp river quiet stone amber window';
const another = 'seven new words for the next key';
const at = '2026-11-20T08:00:00.000Z';
let server: FakeServer;

beforeEach(() => {
  server = newFakeServer(randomBytes(32).toString('hex'));
});

async function pageWithVault() {
  const page = await openVaultPage(server);
  await page.turnOn(await page.draftVault(), passphrase);
  await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'), 10_000);
  return page;
}

const damaged = () => `v2.${randomBytes(156).toString('base64')}`;
const damage = (row: { sealed: string | null } | undefined) =>
  Object.assign(row ?? expect.unreachable(), { sealed: damaged() });
const stuck = (page: Awaited<ReturnType<typeof openVaultPage>>, state: 'stuck' | 'closed' | 'offline') =>
  vi.waitFor(() => expect(page.vaultState().progress?.state).toBe(state), 10_000);

describe('turning off', () => {
  it('stops at what does not open, and ends without it only when the person says so', async () => {
    const [note, brokenNote] = [await addNote(server, 'low tide'), await addNote(server, 'gone')];
    const [scan, brokenScan] = [await addScan(server, textOfTags(['sea'])), await addScan(server, textOfTags(['sea']))];
    const page = await pageWithVault();
    damage(server.notes.get(brokenNote));
    damage(server.scans.get(brokenScan));
    Object.assign(server.scans.get(scan) ?? {}, { tags: damaged() });
    server.profileSealed = damaged();
    await page.turnOff();
    await stuck(page, 'stuck');
    const { unopened = [] } = page.vaultState().progress ?? {};
    expect(unopened.map(({ kind, _id }) => `${kind} ${_id}`).toSorted()).toEqual(
      [`note ${brokenNote}`, `profile u1`, `scan ${brokenScan}`, `tags ${scan}`].toSorted(),
    );
    // Nothing of it has gone, and its tags are with the scan. An instance that knows fewer kinds of rows is not asked to end it.
    expect(server.keyMode).toBe('moving');
    expect(server.asked.filter((one) => one === 'vault.finish')).toHaveLength(1);
    expect(server.notes.get(brokenNote)?.sealed).toMatch(/^v2\./);
    expect(server.scans.get(scan)).toMatchObject({ answers: null });
    expect(unopened.find(({ kind }) => kind === 'scan')?.sealed).toHaveLength(2);
    const file = leftOutFile('u1', page.vaultState().slots, unopened);
    for (const { sealed } of unopened) for (const envelope of sealed) expect(file).toContain(envelope);
    expect(file).toContain(server.slots[0]?.wrapped);

    page.moveWithout('u1');
    await vi.waitFor(() => expect(server.keyMode).toBe('server'), 10_000);
    expect([...server.notes.keys()]).toEqual([note]);
    expect([...server.scans.keys()]).toEqual([scan]);
    expect(await openText(await importNoteKey(server.userKey), server.notes.get(note)?.text ?? '')).toBe('low tide');
    expect(server.scans.get(scan)).toMatchObject({ answers: [1, 2, 3, 4, 5, 6, 7], tags: null });
    expect(server.profile).toMatchObject({ firstName: '' });
  });

  it('asks again for what stopped opening after the choice', async () => {
    const first = await addNote(server, 'gone');
    const later = await addNote(server, 'low tide');
    const page = await pageWithVault();
    damage(server.notes.get(first));
    await page.turnOff();
    await stuck(page, 'stuck');
    // A server that gives another envelope than the one that was shown.
    damage(server.notes.get(first));
    const looks = () => server.asked.filter((one) => one === 'notes.all').length;
    const before = looks();
    page.moveWithout('u1');
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(before));
    await stuck(page, 'stuck');
    expect([...server.notes.keys()]).toEqual([first, later]);
    expect(server.keyMode).toBe('moving');
  });

  it('goes on at once with a choice that falls between its last look and its end', async () => {
    const broken = await addNote(server, 'gone');
    const page = await pageWithVault();
    damage(server.notes.get(broken));
    const looks = new Set<unknown>();
    page.onVaultChange(() => {
      const { unopened = [] } = page.vaultState().progress ?? {};
      if (unopened.length > 0 && looks.add(unopened).size === 2) page.moveWithout('u1');
    });
    await page.turnOff();
    await vi.waitFor(() => expect(server.keyMode).toBe('server'), 10_000);
    expect(server.notes.size).toBe(0);
  });
});

describe('the key of the server', () => {
  it('is the one of the move, not one from before the vault that a tab still holds', async () => {
    const before = server.userKey;
    const note = await addNote(server, 'low tide');
    const page = await pageWithVault();
    server.before = (procedure) => {
      if (procedure === 'vault.putClear') throw new TypeError('no network');
    };
    await page.turnOff();
    await stuck(page, 'offline');
    const { storeNoteKey } = await import('../keys/note-key.ts');
    await storeNoteKey('u1', before);
    server.before = () => undefined;
    page.continueMove('u1');
    await vi.waitFor(() => expect(server.keyMode).toBe('server'), 10_000);
    expect(await openText(await importNoteKey(server.userKey), server.notes.get(note)?.text ?? '')).toBe('low tide');
  });

  it('stays, as the keys of an ended vault do, while a full disk refuses what they have to open', async () => {
    const page = await openVaultPage(server);
    let isFull = true;
    page.onKeysChange(async () => !isFull);
    const { knownNoteKey, noteKeyOf } = await import('../keys/note-key.ts');
    await noteKeyOf('u1');
    await page.turnOn(await page.draftVault(), passphrase);
    await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'), 10_000);
    expect(await knownNoteKey('u1')).not.toBeNull();
    isFull = false;
    page.continueMove('u1');
    await vi.waitFor(async () => expect(await knownNoteKey('u1')).toBeNull());

    isFull = true;
    await page.turnOff();
    await vi.waitFor(() => expect(page.vaultState().mode).toBe('none'), 10_000);
    await vi.waitFor(async () => expect(await knownNoteKey('u1')).not.toBeNull());
    const { askServer } = await import('./follow-state.ts');
    await askServer('u1');
    expect(page.vaultKeys('u1')).not.toBeNull();
    isFull = false;
    await askServer('u1');
    expect(page.vaultKeys('u1')).toBeNull();
  });

  it('leaves the memory of every tab at a lock', async () => {
    const page = await pageWithVault();
    const { knownNoteKey, storeNoteKey } = await import('../keys/note-key.ts');
    await storeNoteKey('u1', randomBytes(32).toString('hex'));
    expect(await knownNoteKey('u1')).not.toBeNull();
    await page.lockThisTab();
    expect(await knownNoteKey('u1')).toBeNull();
  });
});

it('a part of moods that does not open and is too long to be sealed again stops a renewal, until it is left out', async () => {
  const _id = randomUUID();
  const page = await pageWithVault();
  server.moods.set(_id, {
    ...{ _id, receivedAt: at, keyVersion: 2 },
    sealed: `v2.${randomBytes(131_100).toString('base64')}`,
  });
  await page.renew(await page.draftVault(), passphrase);
  await stuck(page, 'stuck');
  expect(page.vaultState().progress?.unopened.map(({ kind }) => kind)).toEqual(['moods']);
  expect(server.moods.get(_id)).toMatchObject({ keyVersion: 2 });
  page.moveWithout('u1');
  await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
  expect(server.moods.size).toBe(0);
});

describe('renewing with another passphrase', () => {
  /** A page that was locked in the middle and opened by the new passphrase. */
  async function reopened() {
    await addNote(server, 'low tide');
    const page = await pageWithVault();
    const other = await reopenInRenewal(server, page, another);
    await stuck(other, 'closed');
    return other;
  }

  it('goes on after a lock once the former one is given, which then opens nothing', async () => {
    const page = await reopened();
    expect(await page.openFormerKey({ kind: 'passphrase', text: another })).toBe('wrong');
    expect(await page.openFormerKey({ kind: 'passphrase', text: passphrase })).toBe('open');
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
    expect(server.slots.map(({ keyVersion }) => keyVersion)).toEqual([3, 3]);
    await page.lockNow();
    expect(await page.openByPassphrase(passphrase)).toBe('wrong');
    expect(await page.openFormerKey({ kind: 'passphrase', text: passphrase })).toBe('wrong');
  });

  it('can end without what only the former one opens', async () => {
    const page = await reopened();
    expect(page.vaultState().progress?.unopened.map(({ kind }) => kind)).toEqual(['note', 'profile']);
    expect(server.notes.size).toBe(1);
    page.moveWithout('u1');
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
    expect(server.notes.size).toBe(0);
  });
});

it('takes a row that names another key for one that does not open, and moves it as it is', async () => {
  const note = await addNote(server, 'low tide');
  const page = await pageWithVault();
  Object.assign(server.notes.get(note) ?? {}, { keyVersion: 77 });
  await page.renew(await page.draftVault(), passphrase);
  await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
  expect(server.notes.get(note)).toMatchObject({ keyVersion: 3 });
});
