import { importNoteKey, sealText } from '@nuances/crypto/note-envelope';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeServer, newFakeServer, openVaultPage } from './vault-testing.ts';

const passphrase = 'lamp river quiet stone amber window';
let server: FakeServer;
let noteId: string;

beforeEach(async () => {
  const hex = randomBytes(32).toString('hex');
  server = newFakeServer(hex);
  const noteKey = await importNoteKey(hex);
  const at = '2026-11-20T08:00:00.000Z';
  for (const text of ['low tide', 'high tide']) {
    noteId = randomUUID();
    server.notes.set(noteId, {
      ...{ _id: noteId, title: await sealText(noteKey, ''), text: await sealText(noteKey, text), categoryId: 'red' },
      ...{ scanResultId: null, revision: 3, createdAt: at, receivedAt: at, updatedAt: at, sealed: null, keyVersion: 1 },
    });
  }
});

afterEach(() => {
  vi.useRealTimers();
});

type Page = Awaited<ReturnType<typeof openVaultPage>>;

/** Lets the page come to the end of its waits. */
async function untilChecked(page: Page, isChecked: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !isChecked(); turn += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    // Keys are derived outside of the timers.
    await sleep(5);
  }
  expect(isChecked(), page.vaultState().warning ?? 'no warning').toBe(true);
}

const signs = (count: number) => server.manifest?.includes(`|notes|${count}|`) === true;

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

  // Nothing that this device deletes takes the row for one of its own.
  const { signBeforeRemoval, acceptRows } = await import('./manifest-keeper.ts');
  await signBeforeRemoval('u1', []);
  expect(signs(2)).toBe(true);

  await acceptRows('u1');
  expect(signs(1)).toBe(true);
  expect(again.vaultState().warning).toBeNull();
  expect(await again.readDeviceVault('u1')).toMatchObject({ missing: null });
});

it('takes the warning back when the row is there again', async () => {
  const page = await countedVault();
  const gone = server.notes.get(noteId) ?? expect.unreachable();
  server.notes.delete(noteId);
  const again = await reopened(page);
  await untilChecked(again, () => again.vaultState().warning === 'missing');
  server.notes.set(noteId, gone);
  const { checkManifestSoon } = await import('./manifest-keeper.ts');
  checkManifestSoon('u1');
  await untilChecked(again, () => again.vaultState().warning === null);
});

it('signs no removal over rows that are missing and that nobody was told of yet', async () => {
  const page = await countedVault();
  const [other] = [...server.notes.keys()];
  server.notes.delete(noteId);
  await reopened(page);
  const { signBeforeRemoval } = await import('./manifest-keeper.ts');
  await signBeforeRemoval('u1', [other ?? '']);
  expect(signs(2)).toBe(true);
});

it('counts anew under a renewed key, and says nothing', async () => {
  const page = await countedVault();
  await page.renew(await page.draftVault(), passphrase);
  await untilChecked(page, () => signs(2) && server.manifest?.includes('.1|u1|3|') === true);
  expect(page.vaultState().warning).toBeNull();
});
