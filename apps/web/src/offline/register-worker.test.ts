import { expect, it, vi } from 'vitest';
import { stubBrowser } from '../browser/page-testing.ts';
import { newPage } from '../new-page-testing.ts';

it('an accepted version waits in a tab that alone has what was typed', async () => {
  vi.stubEnv('DEV', false);
  stubBrowser();
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('window', new EventTarget());
  const waiting = { postMessage: (_asked: unknown, [port]: readonly [MessagePort]) => port.postMessage('0.9.1') };
  const registration = Object.assign(new EventTarget(), { waiting });
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  await newPage();
  const [{ registerWorker }, { noteKept }] = await Promise.all([
    import('./register-worker.ts'),
    import('./not-kept.ts'),
  ]);
  const listens = vi.spyOn(serviceWorker, 'addEventListener');
  await registerWorker();
  await vi.waitFor(() => expect(listens).toHaveBeenCalled());
  noteKept('draft', false);
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  noteKept('draft', true);
  expect(reload).toHaveBeenCalledTimes(1);
});
