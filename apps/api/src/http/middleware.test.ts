/** A middleware that is added the way tRPC documents is honoured by every call, on both transports. */
import { scans } from '@nuances/db/schema';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';

/** The procedures before which the planted middleware throws. */
const refused = vi.hoisted(() => new Set<string>());

vi.mock('../trpc.ts', async (importOriginal) => {
  const trpc = await importOriginal<typeof import('../trpc.ts')>();
  const { AppError } = await import('@nuances/domain/errors');
  const refuse = ({ path }: { readonly path: string }) => {
    if (refused.has(path)) throw new AppError('forbidden');
  };
  return {
    ...trpc,
    userProcedure: trpc.userProcedure.use((call) => {
      refuse(call);
      return call.next();
    }),
    claimProcedure: trpc.claimProcedure.use((call) => {
      refuse(call);
      return call.next();
    }),
  };
});

// Test files share their modules: the router may be there already, without the planted middleware, and must not stay with it.
async function loadProduct() {
  vi.resetModules();
  const [{ testApp }, calls, { restRoutes }] = await Promise.all([
    import('../testing/test-app.ts'),
    import('../testing/calls.ts'),
    import('./rest.ts'),
  ]);
  return { testApp, ...calls, restRoutes };
}

let product: Awaited<ReturnType<typeof loadProduct>>;
let t: TestApp;
beforeAll(async () => {
  product = await loadProduct();
  t = await product.testApp();
});
afterAll(async () => {
  await t.close();
  vi.resetModules();
});

const inputs = {
  'profile.get': {},
  'results.create': { answers: [1, 2, 3, 4, 5, 6, 7] },
  'results.list': { source: 'stats' },
  'results.own': {},
  'notes.all': {},
  'profile.exportData': {},
};

it.each(Object.entries(inputs))('of %s', async (name, input) => {
  const { procedureNamed, restRequest, restRoutes, trpcRequest } = product;
  const route = restRoutes.find((one) => one.name === name);
  if (!route) throw new Error(`${name} has no route`);
  const token = t.alice.shortToken;
  const requests = [trpcRequest(procedureNamed(name), input, { token }), restRequest(route, input, { token })];
  const statuses = async () => {
    const answers = [];
    for (const request of requests) answers.push((await t.http(...request)).status);
    return answers;
  };
  const stored = await t.db.$count(scans);
  refused.add(name);
  expect(await statuses()).toEqual([403, 403]);
  expect(await t.db.$count(scans)).toBe(stored);
  // Control: nothing else refuses the same requests.
  refused.delete(name);
  expect(await statuses()).toEqual([200, name === 'results.create' ? 201 : 200]);
});
