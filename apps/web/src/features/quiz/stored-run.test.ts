import { expect, it, vi } from 'vitest';
import { lockListeners } from '../../keys/lock-listeners.ts';
import { decryptDraft, inOrder, storedDrafts } from '../../note-store/sealed-drafts.ts';
import { stubBrowser } from '../../browser/page-testing.ts';
import { newRun } from './quiz-run.ts';
import { dropRun, keepRun, openRun } from './stored-run.ts';

const keys = vi.hoisted(() => ({ present: null as CryptoKey | null }));
const session = vi.hoisted(() => ({ userId: 'u1' as string | null }));
vi.mock('../../keys/device-key.ts', async (load) => ({
  ...(await load<typeof import('../../keys/device-key.ts')>()),
  knownDeviceKey: async () => keys.present,
}));
vi.mock('../../session/session-store.ts', async (load) => ({
  ...(await load<typeof import('../../session/session-store.ts')>()),
  currentUserId: () => session.userId,
}));
vi.mock('../../keys/vault-mark.ts', async (load) => ({
  ...(await load<typeof import('../../keys/vault-mark.ts')>()),
  hasVault: () => true,
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

it('a visitor who takes a quiz after a logout leaves the unfinished one of the account alone', async () => {
  stubBrowser();
  vi.stubGlobal('isSecureContext', true);
  keys.present = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const begun = { ...newRun, answers: [3, null, null, null, null, null, null] };
  await keepRun(begun, null);
  session.userId = null;
  const another = { ...newRun, answers: [9, 9, 9, 9, 9, 9, 9] };
  expect(await openRun(null)).toEqual(newRun);
  await keepRun(another, null);
  await dropRun(null);
  session.userId = 'u1';
  expect(await openRun(null)).toEqual(begun);

  // Control: a run that goes on when its session has ended is the account's, and ends with it.
  session.userId = null;
  await keepRun(another, null);
  expect(await openRun(null)).toEqual(another);
  await dropRun(null);
  session.userId = 'u1';
  expect(await openRun(null)).toEqual(newRun);
});
