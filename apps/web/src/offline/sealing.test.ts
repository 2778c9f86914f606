import { expect, it, vi } from 'vitest';
import { setSealing } from './sealer.ts';
import { clearOpenedContent, readableItem } from './sealing.ts';

it('what is opened while the vault locks is forgotten with the rest', async () => {
  let finish: (content: unknown) => void = () => undefined;
  const opening = new Promise((resolve) => {
    finish = resolve;
  });
  const open = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined).mockReturnValueOnce(opening);
  setSealing(async () => ({ seal: async () => null, open, fetchKey: async () => undefined }));
  const createdAt = '2026-11-20T08:00:00.000Z';
  const filed = { id: 's1', owner: 'u1', createdAt, refusal: null, sealed: 'an envelope', isUnreadable: false };
  const item = { kind: 'sealed', of: 'scan', ...filed } as const;
  const reading = readableItem(item);
  await vi.waitFor(() => expect(open).toHaveBeenCalled());
  clearOpenedContent();
  finish({ answers: [1, 2, 3, 4, 5, 6, 7], duration: 9, kept: [], moment: 'exact' });
  expect((await reading).kind).toBe('scan');
  expect(await readableItem(item)).toEqual(item);
});
