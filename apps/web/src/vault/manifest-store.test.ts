import type { RestorePlan } from '@nuances/domain/restore/plan';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addNote, type FakeServer, newFakeServer, openVaultPage } from './vault-testing.ts';

const passphrase = 'lamp river quiet stone amber window';
let server: FakeServer;
let noteId: string;

beforeEach(async () => {
  server = newFakeServer(randomBytes(32).toString('hex'));
  for (const text of ['low tide', 'high tide']) noteId = await addNote(server, text);
});

afterEach(() => {
  vi.useRealTimers();
});

type Page = Awaited<ReturnType<typeof openVaultPage>>;

/** Moves the clock on until then. Between two seconds of it real time passes, because keys are derived outside of the timers. */
async function untilChecked(page: Page, isChecked: () => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(isChecked(), page.vaultState().warning ?? 'no warning').toBe(true);
    },
    { timeout: 20_000, interval: 5 },
  );
}

/** Lets the page come to the end of its waits. */
async function untilSettled(page: Page): Promise<void> {
  let seconds = 0;
  await untilChecked(page, () => (seconds += 1) > 40);
}

const signs = (count: number, kind = 'notes') => server.manifest?.includes(`|${kind}|${count}|`) === true;

/** The next check finds nothing to tell. */
async function expectQuiet(page: Page): Promise<void> {
  const { checkManifestSoon } = await import('./manifest-store.ts');
  const asked = server.asked.length;
  checkManifestSoon('u1');
  await untilChecked(page, () => server.asked.slice(asked).includes('vault.state'));
  await untilSettled(page);
  expect(page.vaultState().warning).toBeNull();
}

/** As the screens do. */
async function readLists(): Promise<void> {
  const [{ queriesOf }, { refreshNotes }] = await Promise.all([
    import('../api/queries.tsx'),
    import('../note-store/note-store.ts'),
  ]);
  await Promise.all([queriesOf('u1').utils.results.own.fetch(), refreshNotes()]);
}

/** A vault with two notes, which its manifest counts. */
async function countedVault(): Promise<Page> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const page = await openVaultPage(server);
  await page.turnOn(await page.draftVault(), passphrase);
  await untilChecked(page, () => page.vaultState().mode === 'vault');
  await readLists();
  await untilChecked(page, () => signs(2));
  return page;
}

/** An addition of one scan. */
function oneScan() {
  const content = { answers: [1, 2, 3, 4, 5, 6, 7], kept: [], moment: 'exact' as const };
  const newScans = [{ ...content, _id: randomUUID(), createdAt: '2026-11-20T08:00:00.000Z' }];
  const plan: RestorePlan = {
    ...{ newScans, newNotes: [], otherNotes: [], newMoods: [], sameMoods: 0, sameScans: 0, sameNotes: 0 },
    ...{ ahead: { scans: [], notes: [] }, twice: 0, repeated: 0, range: null },
  };
  return { plan, profile: null, isHidden: true };
}

async function reopened(page: Page): Promise<Page> {
  const again = await openVaultPage(server, page.storage);
  await again.startVault('u1');
  await again.openByPassphrase(passphrase);
  await readLists();
  return again;
}

it('says that a row is missing until the person accepts it, also after a reload and any answer', async () => {
  const page = await countedVault();
  server.notes.delete(noteId);
  const again = await reopened(page);
  await untilChecked(again, () => again.vaultState().warning === 'missing');
  const { askServer } = await import('./follow-state.ts');
  await askServer('u1');
  expect(again.vaultState().warning).toBe('missing');
  expect(await again.readDeviceVault('u1')).toMatchObject({ missing: 2 });

  // Nothing is deleted: no step takes the row for one of its own.
  const { removeSealed, acceptRows } = await import('./manifest-store.ts');
  await expect(removeSealed('u1', { notes: [...server.notes.keys()] })).rejects.toThrow('nothing is sealed');
  expect([server.notes.size, signs(2)]).toEqual([1, true]);

  await acceptRows('u1');
  expect(signs(1)).toBe(true);
  expect(again.vaultState().warning).toBeNull();
  expect(await again.readDeviceVault('u1')).toMatchObject({ missing: null });
});

it('lets the copies of a device lose rows once a check has found those of the manifest, or the person accepts', async () => {
  const page = await countedVault();
  const known = (await page.readDeviceVault('u1')) ?? expect.unreachable();
  const gone = server.notes.get(noteId) ?? expect.unreachable();
  server.notes.delete(noteId);
  const again = await openVaultPage(server, page.storage);
  await again.changeDeviceVault('u1', () => known);
  await again.startVault('u1');
  await readLists();
  const [{ mayLoseRows }, { queriesOf }, { acceptRows, checkManifestSoon }] = await Promise.all([
    import('../device-copy/row-loss.ts'),
    import('../api/queries.tsx'),
    import('./manifest-store.ts'),
  ]);
  const save = vi.spyOn(queriesOf('u1'), 'save');
  expect(await mayLoseRows('u1')).toBe(false);
  await untilChecked(again, () => again.vaultState().warning === 'missing');
  expect(await mayLoseRows('u1')).toBe(false);
  await acceptRows('u1');
  expect([await mayLoseRows('u1'), save.mock.calls.length]).toEqual([true, 1]);

  server.notes.set(noteId, gone);
  await again.lockNow();
  expect(await again.openByPassphrase(passphrase)).toBe('open');
  expect(await mayLoseRows('u1')).toBe(false);
  await readLists();
  checkManifestSoon('u1');
  await untilChecked(again, () => again.vaultState().isChecked);
  expect(await mayLoseRows('u1')).toBe(true);
});

it('accepts what the server gives though another device signs meanwhile, and says when it cannot', async () => {
  const page = await countedVault();
  server.notes.delete(noteId);
  const again = await reopened(page);
  await untilChecked(again, () => again.vaultState().warning === 'missing');
  const { acceptRows } = await import('./manifest-store.ts');
  let others = 3;
  server.lie = (procedure, answer) => {
    if (procedure !== 'vault.saveManifest' || others === 0) return answer;
    others -= 1;
    return { isSaved: false };
  };
  expect(await acceptRows('u1')).toBe(false);
  expect(again.vaultState().warning).toBe('missing');
  others = 2;
  expect(await acceptRows('u1')).toBe(true);
  expect(again.vaultState().warning).toBeNull();
});

it('fetches what a page does not show, to check it', async () => {
  const page = await countedVault();
  server.notes.delete(noteId);
  const again = await openVaultPage(server, page.storage);
  await again.startVault('u1');
  await again.openByPassphrase(passphrase);
  const { queriesOf } = await import('../api/queries.tsx');
  await queriesOf('u1').utils.results.own.fetch();
  await untilChecked(again, () => again.vaultState().warning === 'missing');
});

it('takes the warning back when the row is there again', async () => {
  const page = await countedVault();
  const gone = server.notes.get(noteId) ?? expect.unreachable();
  server.notes.delete(noteId);
  const again = await reopened(page);
  await untilChecked(again, () => again.vaultState().warning === 'missing');
  server.notes.set(noteId, gone);
  const { checkManifestSoon } = await import('./manifest-store.ts');
  checkManifestSoon('u1');
  await untilChecked(again, () => again.vaultState().warning === null);
});

it('signs no removal over rows that are missing and that nobody was told of yet', async () => {
  const page = await countedVault();
  const [other] = [...server.notes.keys()];
  server.notes.delete(noteId);
  await reopened(page);
  const { removeSealed } = await import('./manifest-store.ts');
  await removeSealed('u1', { notes: [other ?? ''] });
  expect(signs(2)).toBe(true);
});

it('counts no part that the person erased', async () => {
  const page = await countedVault();
  const { eraseAll } = await import('../features/account/erase-part-run.ts');
  await eraseAll('notes');
  expect([server.notes.size, signs(0)]).toEqual([0, true]);
  await expectQuiet(page);
});

it('erases and adds nothing for a server that is warned of, and keeps what waits here', async () => {
  const page = await countedVault();
  page.showVault({ warning: 'missing' });
  const { eraseAll, erasePartRun } = await import('../features/account/erase-part-run.ts');
  const { createAdditionRun } = await import('../features/restore/addition-run.ts');
  const outbox = await import('../offline/send.ts');
  const withdrawAll = vi.spyOn(outbox, 'withdrawAll');
  await eraseAll('notes');
  expect([erasePartRun.get().step, server.notes.size]).toEqual(['failed', 2]);
  expect(withdrawAll).not.toHaveBeenCalled();
  const run = createAdditionRun({ step: 'idle' });
  await run.addAll(oneScan());
  expect(run.state.get()).toMatchObject({ step: 'stopped', canUndo: false, canResume: true });
  page.showVault({ warning: null });
  await run.addAll(oneScan());
  page.showVault({ warning: 'missing' });
  await run.undoAll();
  expect(run.state.get()).toMatchObject({ step: 'done', canUndo: true });
  expect(server.scans.size).toBe(1);
});

it('counts nothing of an addition that the person took back', async () => {
  const page = await countedVault();
  const { createAdditionRun } = await import('../features/restore/addition-run.ts');
  const run = createAdditionRun({ step: 'idle' });
  await run.addAll(oneScan());
  const { checkManifestSoon } = await import('./manifest-store.ts');
  checkManifestSoon('u1');
  await untilChecked(page, () => signs(1, 'scans'));
  await run.undoAll();
  expect(run.state.get()).toMatchObject({ step: 'undone', whole: true });
  expect([server.scans.size, signs(0, 'scans'), signs(2)]).toEqual([0, true, true]);
  await expectQuiet(page);
});

describe('a scan that is deleted', () => {
  const id = randomUUID();
  beforeEach(() => {
    const at = '2026-11-20T08:00:00.000Z';
    server.scans.set(id, {
      ...{ _id: id, answers: [1, 2, 3, 4, 5, 6, 7], scoring: 0, duration: null, kept: [], moment: 'exact', tags: null },
      ...{ createdAt: at, receivedAt: at, sealed: null, keyVersion: 1, arrivedClear: false },
    });
  });

  it('goes with a signed manifest before a lock takes the keys', async () => {
    const page = await countedVault();
    expect(signs(1, 'scans')).toBe(true);
    const { removeScanLater } = await import('../offline/scan-removal.ts');
    removeScanLater('u1', id);
    await page.lockNow();
    expect([server.scans.size, signs(0, 'scans')]).toEqual([0, true]);
  });

  it('is not missed when it was claimed at the login and given back', async () => {
    const page = await countedVault();
    const { unclaimScans } = await import('../offline/scans.ts');
    await unclaimScans([id]);
    expect([server.scans.size, signs(0, 'scans')]).toEqual([0, true]);
    await expectQuiet(page);
  });

  it('waits until the person has decided about a warning, and goes then', async () => {
    const page = await countedVault();
    server.notes.delete(noteId);
    const again = await reopened(page);
    await untilChecked(again, () => again.vaultState().warning === 'missing');
    const { removeScanLater } = await import('../offline/scan-removal.ts');
    removeScanLater('u1', id);
    await untilSettled(again);
    expect(server.scans.size).toBe(1);
    const { acceptRows } = await import('./manifest-store.ts');
    await acceptRows('u1');
    await untilChecked(again, () => server.scans.size === 0);
    expect(signs(0, 'scans')).toBe(true);
  });

  it('waits while the vault is closed, and goes when it opens', async () => {
    const page = await countedVault();
    await page.lockNow();
    const { removeScanLater } = await import('../offline/scan-removal.ts');
    removeScanLater('u1', id);
    await untilSettled(page);
    expect([server.scans.size, signs(1, 'scans')]).toEqual([1, true]);
    const again = await reopened(page);
    await untilChecked(again, () => server.scans.size === 0);
    expect(signs(0, 'scans')).toBe(true);
    await expectQuiet(again);
  });
});

it('counts anew under a renewed key, and says nothing', async () => {
  const page = await countedVault();
  await page.renew(await page.draftVault(), passphrase);
  await untilChecked(page, () => signs(2) && server.manifest?.includes('.1|u1|3|') === true);
  expect(page.vaultState().warning).toBeNull();
});

it('takes the manifest of a key that another device has renewed for no older state, and asks for that key', async () => {
  const page = await countedVault();
  const slots = server.slots.map((slot) => ({ ...slot, id: randomUUID(), keyVersion: 3 }));
  const manifest = server.manifest?.replace('|u1|2|', '|u1|3|') ?? null;
  Object.assign(server, { keyVersion: 3, slots, manifest });
  const { checkManifestSoon } = await import('./manifest-store.ts');
  checkManifestSoon('u1');
  await untilSettled(page);
  expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3, isOpen: false, warning: null });
  expect((await page.readDeviceVault('u1'))?.missing ?? null).toBeNull();
});

it('asks for the state of the vault twice at a quiet start, and lets go of a key that the server had', async () => {
  const page = await countedVault();
  const known = (await page.readDeviceVault('u1')) ?? expect.unreachable();
  const again = await openVaultPage(server, page.storage);
  await again.changeDeviceVault('u1', () => known);
  const { knownNoteKey, storeNoteKey } = await import('../keys/note-key.ts');
  // As after the end of a move whose answer was lost.
  await storeNoteKey('u1', randomBytes(32).toString('hex'));
  const asked = server.asked.length;
  await again.startVault('u1');
  await readLists();
  await untilSettled(again);
  expect(again.vaultState()).toMatchObject({ mode: 'vault', isOpen: true, warning: null });
  expect(await knownNoteKey('u1')).toBeNull();
  // To begin with, and for the manifest, before the lists.
  expect(server.asked.slice(asked).filter((procedure) => procedure === 'vault.state')).toHaveLength(2);
});
