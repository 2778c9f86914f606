import { expect, it, vi } from 'vitest';
import { stubBrowser } from '../browser/page-testing.ts';
import { newPage } from '../new-page-testing.ts';

/** A page whose browser has a worker, and a registration with these workers. */
async function workerPage(workers: object, kept = new Map<string, string>()) {
  vi.stubEnv('DEV', false);
  stubBrowser(kept);
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('window', new EventTarget());
  const caches = { has: async () => true, open: vi.fn(), delete: vi.fn() };
  vi.stubGlobal('caches', caches);
  const registration = Object.assign(new EventTarget(), workers);
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  await newPage();
  const listens = vi.spyOn(serviceWorker, 'addEventListener');
  const [{ registerWorker }, { noteKept }] = await Promise.all([
    import('./register-worker.ts'),
    import('./not-kept.ts'),
  ]);
  await registerWorker();
  return { reload, caches, serviceWorker, listens, noteKept };
}

const newWorker = (state: string) =>
  Object.assign(new EventTarget(), {
    state,
    postMessage: (_asked: unknown, [port]: readonly [MessagePort]) => port.postMessage('0.9.1'),
  });

it('an accepted version waits in a tab that alone has what was typed', async () => {
  const { reload, serviceWorker, listens, noteKept } = await workerPage({ waiting: newWorker('installed') });
  await vi.waitFor(() => expect(listens).toHaveBeenCalled());
  noteKept('draft', false);
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  noteKept('draft', true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a version that was offered reloads no page whose browser has cleared all data', async () => {
  const waiting = newWorker('installed');
  const { reload, serviceWorker, listens } = await workerPage({ waiting });
  await vi.waitFor(() => expect(listens).toHaveBeenCalled());
  waiting.state = 'redundant';
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
});

it('a version that is being installed already is offered too', async () => {
  const installing = newWorker('installing');
  const { listens } = await workerPage({ installing });
  expect(listens).not.toHaveBeenCalled();
  installing.state = 'installed';
  installing.dispatchEvent(new Event('statechange'));
  await vi.waitFor(() => expect(listens).toHaveBeenCalled());
});

it.each([
  ['has opened a vault', new Map([['nuances.pins', '[]']]), 0],
  ['never had one', new Map<string, string>(), 1],
])('after the end of a session, a device that %s keeps its version, or not', async (_what, kept, deletions) => {
  const { caches } = await workerPage({}, kept);
  expect(caches.delete).toHaveBeenCalledTimes(deletions);
});
