import { expect, it, vi } from 'vitest';
import { lockListeners } from '../../keys/lock-listeners.ts';
import { decryptDraft, inOrder, storedDrafts } from '../../note-store/sealed-drafts.ts';
import { newRun } from './quiz-run.ts';
import { keepRun } from './stored-run.ts';

const keys = vi.hoisted(() => ({ present: null as CryptoKey | null }));
vi.mock('../../keys/device-key.ts', async (load) => ({
  ...(await load<typeof import('../../keys/device-key.ts')>()),
  knownDeviceKey: async () => keys.present,
}));
vi.mock('../../session/session-store.ts', async (load) => ({
  ...(await load<typeof import('../../session/session-store.ts')>()),
  currentUserId: () => 'u1',
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
