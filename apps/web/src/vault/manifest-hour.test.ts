/** Two devices of one person write for an hour, each with what it knows; the server is honest, and then it is not. */
import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { stateOfRows } from '@nuances/crypto/vault/manifest';
import { seededRandom } from '@nuances/domain/seeded-random';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkManifest, type ManifestFinding, type ManifestParts, signRemoval } from './manifest-check.ts';
import { sequenceOf } from './succession.ts';

const keys = await deriveVaultKeys(newAccountKey());
const account = { userId: 'u1', keyVersion: 2 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Of the fake clock. */
const sleep = (ms: number) =>
  new Promise<void>((end) => {
    setTimeout(end, ms);
  });

/** Revisions by id. */
type Rows = Map<string, number>;
interface Lists {
  notes: Rows;
  scans: Rows;
}
const copied = ({ notes, scans }: Lists): Lists => ({ notes: new Map(notes), scans: new Map(scans) });

function newWorld(seed: number) {
  const random = seededRandom(seed);
  const server = { ...copied({ notes: new Map(), scans: new Map() }), manifest: null as string | null };
  /** What the server does happens at one moment between the call and its answer. */
  const call = async <Answer>(work: () => Answer): Promise<Answer> => {
    await sleep(20 + random() * 800);
    const answer = work();
    await sleep(20 + random() * 800);
    return answer;
  };
  return { random, server, call };
}
type World = ReturnType<typeof newWorld>;

/** As `apps/api/src/vault/manifest.ts` does. */
function save({ server }: World, manifest: string) {
  const isSaved = sequenceOf(manifest) === sequenceOf(server.manifest) + 1;
  if (isSaved) server.manifest = manifest;
  return { isSaved, manifest: server.manifest };
}

function newDevice(world: World, name: string) {
  const { random, server, call } = world;
  let local = copied(server);
  let known: string | null = null;
  const found: ManifestFinding[] = [];
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)];
  const parts = (): ManifestParts => ({
    ...{ keys, account, known, floor: sequenceOf(known) },
    read: () => call(() => server.manifest),
    rows: async (fresh, without) => {
      if (fresh) local = await call(() => copied(server));
      const left = (kind: 'notes' | 'scans' | 'moods', rows: Rows) =>
        stateOfRows([...rows].filter(([id]) => !without?.(kind, id)).map(([id, revision]) => ({ id, revision })));
      const [notes, scans] = [await left('notes', local.notes), await left('scans', local.scans)];
      return { notes, scans, moods: await left('moods', new Map()) };
    },
    save: (manifest) => call(() => save(world, manifest)),
    pause: () => sleep(15_000),
  });
  const check = async () => {
    const finding = await checkManifest(parts());
    found.push(finding);
    if (typeof finding === 'object') known = finding.manifest;
  };
  let made = 0;
  const write = async () => {
    const kind = random() < 0.5 ? 'notes' : 'scans';
    const changed = kind === 'notes' && random() < 0.5 ? pick([...local.notes.keys()]) : undefined;
    const id = changed ?? `${name}-${(made += 1)}`;
    const revision = await call(() => {
      if (changed !== undefined && !server.notes.has(changed)) return 0;
      const next = (server[kind].get(id) ?? 0) + 1;
      server[kind].set(id, next);
      return next;
    });
    if (revision > 0) local[kind].set(id, revision);
  };
  const remove = async () => {
    const kind = random() < 0.5 ? 'notes' : 'scans';
    const id = pick([...local[kind].keys()]);
    if (id === undefined) return;
    const signed = await signRemoval(parts(), (_kind, one) => one === id);
    // As `apps/api/src/vault/router.ts` does: in one step, or not.
    const isRemoved = await call(() => {
      if (signed === null || !save(world, signed).isSaved) return false;
      return server[kind].delete(id) || true;
    });
    if (!isRemoved) return;
    known = signed;
    local[kind].delete(id);
  };
  return {
    found,
    check,
    async live(until: number) {
      while (Date.now() < until) {
        await sleep(1_000 + random() * 30_000);
        const dice = random();
        if (dice < 0.6) await write();
        else if (dice < 0.9) await remove();
        else await parts().rows(true);
        await sleep(3_000);
        await check();
      }
    },
  };
}

/** Lets fake time pass until something has ended; none of it while a key is used. */
async function pass<Result>(work: Promise<Result>): Promise<Result> {
  const uses = (['digest', 'sign', 'verify'] as const).map((use) => vi.spyOn(crypto.subtle, use));
  const isComputing = () =>
    uses.some(({ mock }) => mock.settledResults.slice(-4).some(({ type }) => type === 'incomplete'));
  let ended = false;
  void work.finally(() => (ended = true)).catch(() => undefined);
  while (!ended) {
    await vi.advanceTimersByTimeAsync(250);
    do await new Promise((resolve) => setImmediate(resolve));
    while (isComputing());
  }
  for (const use of uses) use.mockRestore();
  return work;
}

const alarms = (found: readonly ManifestFinding[]) => found.filter((one) => one === 'older' || one === 'missing');

it.each([1, 2])(
  'two devices that write for an hour raise no alarm, and a lost row raises one (seed %i)',
  async (seed) => {
    const world = newWorld(seed);
    const devices = [newDevice(world, 'a'), newDevice(world, 'b')] as const;
    const until = Date.now() + 3_600_000;
    await pass(Promise.all(devices.map((device) => device.live(until))));
    const found = devices.flatMap((device) => device.found);
    expect(found.length).toBeGreaterThan(150);
    expect(alarms(found)).toEqual([]);
    // Each has seen all.
    for (const device of devices) await pass(device.check());
    world.server.notes.clear();
    await pass(devices[0].check());
    expect(alarms(devices[0].found)).toEqual([]);
    const fresh = newDevice(world, 'c');
    await pass(fresh.check());
    expect(alarms(fresh.found)).toEqual(['missing']);
  },
  // An hour of small steps on a busy machine.
  60_000,
);
