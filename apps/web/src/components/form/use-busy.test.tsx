import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { useBusy } from './use-busy.ts';

type Run = ReturnType<typeof useBusy>[1];

/** Hands out the start. It never renders again, like a page in which two presses arrive in one tick. */
function Work({ onRender }: { readonly onRender: (run: Run) => void }) {
  const [, run] = useBusy();
  onRender(run);
  return null;
}

let run: Run;
beforeEach(() => void renderToStaticMarkup(<Work onRender={(started) => (run = started)} />));

it('starts once for two presses in the same tick, and again after the end', async () => {
  const work = vi.fn(() => Promise.resolve());
  await Promise.all([run(work), run(work)]);
  expect(work).toHaveBeenCalledTimes(1);
  await run(work);
  expect(work).toHaveBeenCalledTimes(2);
});

it('rejects like the work, and starts again', async () => {
  const refused = new Error('refused');
  await expect(run(() => Promise.reject(refused))).rejects.toBe(refused);
  const work = vi.fn(() => Promise.resolve());
  await run(work);
  expect(work).toHaveBeenCalledTimes(1);
});
