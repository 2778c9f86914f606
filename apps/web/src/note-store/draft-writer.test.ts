import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { isAllKept } from '../offline/not-kept.ts';
import { createDraftWriter } from './draft-writer.ts';
import { decryptDraft, deleteDraftsOf, storedDrafts } from './sealed-drafts.ts';

const keys = vi.hoisted(() => ({ answer: async (): Promise<CryptoKey> => Promise.reject(new Error('no key yet')) }));
vi.mock('../keys/device-key.ts', async (load) => ({
  ...(await load<typeof import('../keys/device-key.ts')>()),
  deviceKeyOf: () => keys.answer(),
}));
const disk = vi.hoisted(() => new Map<string, { readonly id: string }>());
vi.mock('../offline/database.ts', () => ({
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

let key: CryptoKey;
beforeEach(async () => {
  vi.stubGlobal('isSecureContext', true);
  key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await deleteDraftsOf('u1');
});

const texts = async () => Promise.all((await storedDrafts()).map((kept) => decryptDraft(key, kept)));

it('a write that fails leaves a later one as it is', async () => {
  const writer = createDraftWriter<{ text: string }>('u1', 'u1/new/other/', null);
  let refuse: ((reason: Error) => void) | undefined;
  keys.answer = () =>
    new Promise((_resolve, reject) => {
      refuse = reject;
    });
  writer.later({ text: 'A' });
  const first = writer.flush();
  await vi.waitFor(() => expect(refuse).toBeDefined());
  writer.later({ text: 'AB' });
  const second = writer.flush();
  keys.answer = async () => key;
  refuse?.(new Error('no answer'));
  await Promise.all([first, second]);
  await writer.flush();
  expect(await texts()).toEqual([{ text: 'AB' }]);
});

it('a write that fails is made at the next flush', async () => {
  const writer = createDraftWriter<{ text: string }>('u1', 'u1/new/other/', null);
  keys.answer = async () => Promise.reject(new Error('no answer'));
  writer.later({ text: 'A' });
  await writer.flush();
  expect(await texts()).toEqual([]);
  keys.answer = async () => key;
  await writer.flush();
  expect(await texts()).toEqual([{ text: 'A' }]);
});

it('somebody who types without a pause has a draft meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  keys.answer = async () => key;
  const writer = createDraftWriter<{ text: string }>('u1', 'u1/new/other/', null);
  for (const text of ['A', 'AB', 'ABC', 'ABCD']) {
    writer.later({ text });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(await texts()).toEqual([{ text: 'ABC' }]);
});

it('a draft that is deleted after its editor has closed does not come back when the page is left', async () => {
  keys.answer = async () => key;
  const writer = createDraftWriter<{ text: string }>('u1', 'u1/edit/n1', null, undefined, { name: 'e', found: null });
  writer.later({ text: 'A' });
  await writer.rest();
  expect(await texts()).toEqual([{ text: 'A' }]);
  await deleteDraftsOf('u1');
  await writer.flush();
  expect(await texts()).toEqual([]);
});

it('what the device did not take as the editor closed is written when the page is left', async () => {
  const writer = createDraftWriter<{ text: string }>('u1', 'u1/edit/n1', null, undefined, { name: 'e', found: null });
  keys.answer = async () => Promise.reject(new Error('no answer'));
  writer.later({ text: 'A' });
  await writer.rest();
  keys.answer = async () => key;
  await writer.flush();
  expect(await texts()).toEqual([{ text: 'A' }]);
});

it('what was sealed before a lock counts as kept when its editor closes', async () => {
  keys.answer = async () => key;
  const writer = createDraftWriter<{ text: string }>('u1', 'u1/new/other/', null, undefined, {
    name: 'e',
    found: null,
  });
  writer.later({ text: 'A' });
  await writer.seal();
  keys.answer = async () => Promise.reject(new Error('the vault is closed'));
  writer.drop();
  await writer.flush();
  expect(isAllKept()).toBe(true);
  expect(await texts()).toEqual([{ text: 'A' }]);
});
