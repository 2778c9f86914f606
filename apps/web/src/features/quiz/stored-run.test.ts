import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lockListeners } from '../../keys/lock-listeners.ts';
import { decryptDraft, inOrder, storedDrafts } from '../../note-store/sealed-drafts.ts';
import { stubBrowser } from '../../browser/page-testing.ts';
import { newRun } from './quiz-run.ts';
import { dropRun, keepRun, openRun, unfinishedDay } from './stored-run.ts';

const keys = vi.hoisted(() => ({ present: null as CryptoKey | null, server: null as CryptoKey | null }));
const vault = vi.hoisted(() => ({ hasOne: true }));
const session = vi.hoisted(() => ({ userId: 'u1' as string | null }));
vi.mock('../../keys/device-key.ts', async (load) => ({
  ...(await load<typeof import('../../keys/device-key.ts')>()),
  knownDeviceKey: async () => keys.present,
  deviceKeyOf: async () => keys.present ?? keys.server ?? Promise.reject(new Error('no key')),
}));
vi.mock('../../session/session-store.ts', async (load) => ({
  ...(await load<typeof import('../../session/session-store.ts')>()),
  currentUserId: () => session.userId,
}));
vi.mock('../../keys/vault-mark.ts', async (load) => ({
  ...(await load<typeof import('../../keys/vault-mark.ts')>()),
  hasVault: () => vault.hasOne,
}));
const disk = vi.hoisted(() => new Map<string, { readonly id: string }>());
vi.mock('../../offline/database.ts', () => ({
  transactionOf: async () => ({
    store: {
      get: async (id: string) => disk.get(id),
      getAll: async () => [...disk.values()],
      put: async (draft: { readonly id: string }) => disk.set(draft.id, draft),
      delete: async (id: string) => disk.delete(id),
    },
  }),
  committed: async () => undefined,
  writeFirst: (_owner: string, write: () => Promise<void>) => write(),
}));

it('the last answers before a lock are stored, though a slow disk takes them after it', async () => {
  vi.stubGlobal('isSecureContext', true);
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  keys.present = key;
  let free: () => void = () => undefined;
  const slow = inOrder(() => new Promise<void>((resolve) => (free = resolve)));
  const first = keepRun({ ...newRun, answers: [3, null, null, null, null, null, null] }, null);
  const last = { ...newRun, answers: [3, 8, null, null, null, null, null] };
  const second = keepRun(last, null);
  await vi.dynamicImportSettled();
  keys.present = null;
  for (const { drop } of lockListeners) drop?.();
  free();
  await Promise.all([slow, first, second]);
  const drafts = await storedDrafts();
  expect(drafts.map(({ id }) => id)).toEqual(['u1/quiz']);
  expect(await Promise.all(drafts.map((draft) => decryptDraft(key, draft)))).toEqual([last]);
});

const runWith = (...given: number[]) => ({
  ...newRun,
  answers: newRun.answers.map((none, index) => given[index] ?? none),
});

describe.each(['sealed', 'readable, for want of a key'])('a run of a member, %s', (form) => {
  beforeEach(async () => {
    stubBrowser();
    vi.stubGlobal('isSecureContext', form === 'sealed');
    keys.present = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    session.userId = 'u1';
    vault.hasOne = form === 'sealed';
    disk.clear();
    await keepRun(runWith(3), null);
  });

  it('is nobody else’s, and is there again at the next login', async () => {
    for (const other of [null, 'u2']) {
      session.userId = other;
      expect(await openRun(null)).toEqual(newRun);
      expect(await unfinishedDay()).toBeUndefined();
      await keepRun(runWith(9, 9, 9, 9, 9, 9, 9), null);
      await dropRun(null);
    }
    session.userId = 'u1';
    expect(await openRun(null)).toEqual(runWith(3));
    expect(await unfinishedDay()).toBeNull();
    // Control: one that has ended is gone, also when its session ended before.
    session.userId = null;
    await dropRun(null, 'u1');
    session.userId = 'u1';
    expect(await openRun(null)).toEqual(newRun);
  });

  it('is found also while the key of the login is on its way', async () => {
    [keys.present, keys.server] = [null, keys.present];
    expect(await openRun(null)).toEqual(runWith(3));
    keys.server = null;
  });

  it('waits while a run that the person began as a visitor goes on', async () => {
    session.userId = null;
    await keepRun(runWith(8, 8), null);
    session.userId = 'u1';
    // The screen may be loaded more than once.
    expect(await Promise.all([openRun(null), openRun(null)])).toEqual([runWith(8, 8), runWith(8, 8)]);
    await keepRun(runWith(8, 8, 8), null);
    expect(await openRun(null)).toEqual(runWith(8, 8, 8));
    await dropRun(null);
    expect(await openRun(null)).toEqual(runWith(3));
    await keepRun(runWith(3, 4), null);
    expect(await openRun(null)).toEqual(runWith(3, 4));
    await dropRun(null);
    expect(await openRun(null)).toEqual(newRun);
    session.userId = null;
    expect(await openRun(null)).toEqual(newRun);
  });
});

it.each([false, true])('a run whose key is not here at the login waits as well, with a vault: %s', async (hasOne) => {
  stubBrowser();
  vi.stubGlobal('isSecureContext', true);
  vault.hasOne = hasOne;
  disk.clear();
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  keys.present = key;
  session.userId = 'u1';
  await keepRun(runWith(3), null);
  session.userId = null;
  await keepRun(runWith(8, 8), null);
  session.userId = 'u1';
  keys.present = null;
  for (const _time of [1, 2]) expect(await openRun(null)).toEqual(runWith(8, 8));
  keys.present = key;
  expect(await openRun(null)).toEqual(runWith(8, 8));
  await keepRun(runWith(8, 8, 8), null);
  await dropRun(null);
  expect(await openRun(null)).toEqual(runWith(3));
  await dropRun(null);
  expect(await openRun(null)).toEqual(newRun);
});
