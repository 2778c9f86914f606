import { expect, it, vi } from 'vitest';
import { downloadFile } from '../browser/download.ts';
import { saveReceipt } from './erasure-receipt.ts';
import { loadNamespaces, showLocale } from './locale-store.ts';

vi.mock(import('../browser/download.ts'));

it('the receipt of an account says nothing of events, which go with it; that of a part does', async () => {
  await showLocale('en');
  await loadNamespaces('profile');
  const erased = { what: 'Erased.', username: 'alice', at: new Date(0) };
  saveReceipt(erased);
  saveReceipt({ ...erased, isAccount: true });
  const [part, account] = vi.mocked(downloadFile).mock.calls.map(([, text]) => text);
  expect(part).toMatch(/events .* 3 months/);
  expect(account).not.toMatch(/events|months/);
});
