import { beforeEach, expect, it, vi } from 'vitest';

class Transaction extends EventTarget {
  abort = vi.fn<() => void>();
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
});

const dispatch = (type: string, persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));

/** A page with three transactions, of which one has ended and one is committed. */
async function page() {
  const { endOnLeave, pageRuns } = await import('./page-leave.ts');
  const [open, ended, committed] = [new Transaction(), new Transaction(), new Transaction()];
  committed.abort.mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError');
  });
  for (const one of [committed, ended, open]) endOnLeave(one);
  ended.dispatchEvent(new Event('complete'));
  return { open, ended, pageRuns };
}

it('ends the open transactions of a page that the browser keeps, and begins none before it runs again', async () => {
  const { open, ended, pageRuns } = await page();
  dispatch('pagehide', true);
  expect(open.abort).toHaveBeenCalledTimes(1);
  expect(ended.abort).not.toHaveBeenCalled();
  const begun = vi.fn<() => void>();
  const beginning = pageRuns().then(begun);
  await Promise.resolve();
  expect(begun).not.toHaveBeenCalled();
  await beginning;
});

it('leaves those of a page that ends to the browser', async () => {
  const { open, pageRuns } = await page();
  dispatch('pagehide', false);
  expect(open.abort).not.toHaveBeenCalled();
  await pageRuns();
});
