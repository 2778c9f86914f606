import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdmissionQueue, longestWaitMs, networksOf } from './admission.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const atOnce = 8;
/** By the fake clock. */
const passed = (ms: number) => new Promise((end) => setTimeout(end, ms));

/** A processor that does one hash after the other. */
function createProcessor(hashMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  return () => (last = last.then(() => passed(hashMs)));
}

/** Longer than the longest storm. Not until no timer is left: an interval of an app of another file may begin meanwhile. */
const stormMs = 600_000;

/** Logins at the same moment; each comes back when it was told to. */
async function storm(count: number, hashMs: number) {
  const queue = createAdmissionQueue(atOnce);
  const hash = createProcessor(hashMs);
  const waitsMs = { served: [0], refused: [0] };
  async function login(): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      const cameMs = performance.now();
      const retryAfterS = await queue.run(hash).then(
        () => null,
        (error: unknown) => Number(Object(error).retryAfterS),
      );
      waitsMs[retryAfterS === null ? 'served' : 'refused'].push(performance.now() - cameMs);
      if (retryAfterS === null) return attempt;
      await passed(retryAfterS * 1_000);
    }
  }
  const all = Promise.all(Array.from({ length: count }, login));
  await vi.advanceTimersByTimeAsync(stormMs);
  const tries = await all;
  const servedBy = (attempt: number) => tries.filter((one) => one <= attempt).length;
  return { servedBy, longestMs: Math.max(...waitsMs.served), longestRefusedMs: Math.max(...waitsMs.refused) };
}

it.each([5, 17, 30])(
  'of 400 at once who fits in is served, the rest at once told a time that holds: %d ms',
  async (hashMs) => {
    const { servedBy, longestMs, longestRefusedMs } = await storm(400, hashMs);
    expect(servedBy(1)).toBeGreaterThan(longestWaitMs / 40);
    expect(servedBy(2)).toBe(400);
    expect(longestMs).toBeLessThanOrEqual(longestWaitMs);
    expect(longestRefusedMs).toBe(0);
  },
);

it('on a machine that is slower than expected nobody waits for longer, and everybody has a turn', async () => {
  const hashMs = 100;
  const { servedBy, longestMs, longestRefusedMs } = await storm(400, hashMs);
  expect(longestMs).toBeLessThanOrEqual(longestWaitMs + atOnce * hashMs);
  expect(longestRefusedMs).toBeLessThanOrEqual(longestWaitMs + atOnce * hashMs);
  expect(servedBy(2)).toBeGreaterThan(200);
  expect(servedBy(5)).toBe(400);
});

it('goes on after work that fails, and keeps the longest time it tells within a minute', async () => {
  const queue = createAdmissionQueue(1);
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(async () => 'yes')).toBe('yes');
  const told = Array.from({ length: 5_000 }, () =>
    queue
      .run(() => passed(30))
      .then(
        () => 0,
        (error: unknown) => Number(Object(error).retryAfterS),
      ),
  );
  await vi.advanceTimersByTimeAsync(stormMs);
  expect(Math.max(...(await Promise.all(told)))).toBe(60);
  expect(queue.load()).toMatchObject({ running: 0, waiting: 0 });
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
])('%s counts as %s alone', (address, name) => {
  expect(networksOf(address)).toEqual([{ name, factor: 1 }]);
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:db8:1:a1f2::9', '2001:db8:1:a1f2::/64', '2001:db8:1:a100::/56', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0:0::/56', '64:ff9b:0::/48'],
])('%s counts in %s, %s and %s', (address, ...names) => {
  const networks = networksOf(address);
  expect(networks.map(({ name }) => name)).toEqual(names);
  const factors = networks.map(({ factor }) => factor);
  expect(factors).toEqual([...new Set(factors)].toSorted((a, b) => a - b));
});
