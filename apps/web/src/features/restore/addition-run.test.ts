import type { ExportedScan } from '@nuances/domain/export-file';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubLogin } from '../../browser/page-testing.ts';

vi.mock('../../note-store/note-store.ts', () => ({
  refreshNotes: () => Promise.resolve(),
  currentNotes: () => ({ status: 'ready', notes: [], failure: null }),
}));
const asked = vi.hoisted((): string[] => []);
vi.mock('../../vault/load-vault.ts', () => ({ askAboutVault: (owner: string) => asked.push(owner) }));

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const scanOf = (index: number): ExportedScan => ({
  _id: idOf(index),
  answers: [1, 2, 3, 4, 5, 6, 7],
  kept: [],
  moment: 'exact',
  createdAt: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
});
const stored = Array.from({ length: 1_203 }, (_, index) => scanOf(index));
let calls: number;

/** Answers as the server does: newest first, after the place that `before` names. */
function answer(input: unknown): Response {
  if (String(input).includes('moods.own')) return Response.json({ result: { data: [] } });
  calls += 1;
  const asked: unknown = JSON.parse(new URL(String(input), 'http://x').searchParams.get('input') ?? '{}');
  const { limit, before } = asked as { limit: number; before?: string };
  const from =
    before === undefined ? 0 : stored.findIndex(({ createdAt, _id }) => `${createdAt},${_id}` === before) + 1;
  return Response.json({ result: { data: stored.slice(from, from + limit) } });
}

beforeEach(() => {
  calls = 0;
  stubLogin('a');
  vi.stubGlobal('fetch', (input: unknown) => Promise.resolve(answer(input)));
});

it('a file is compared with all pages of the stored scans', async () => {
  const { showLocale } = await import('../../i18n/locale-store.ts');
  await showLocale('en');
  const { checkSession } = await import('../../session/session-store.ts');
  checkSession();
  const { planFor } = await import('./addition-plan.ts');
  const planned = await planFor('a', {
    scans: [scanOf(0), scanOf(500), scanOf(1_202), scanOf(1_203)],
    notes: [],
    moods: [],
  });
  if ('code' in planned) return expect.fail(planned.message ?? planned.code);
  expect(planned.plan.newScans.map(({ _id }) => _id)).toEqual([idOf(1_203)]);
  expect(planned.plan.sameScans).toBe(3);
  expect(planned.samples).toEqual(planned.plan.newScans);
  expect(calls).toBe(3);
});

it.each([false, true])('a lock ends an addition on its way, and nothing of it comes back', async (isCut) => {
  const { checkSession } = await import('../../session/session-store.ts');
  checkSession();
  const { planFor } = await import('./addition-plan.ts');
  const { createAdditionRun } = await import('./addition-run.ts');
  const { lockListeners } = await import('../../keys/lock-listeners.ts');
  const scans = Array.from({ length: 450 }, (_, index) => scanOf(2_000 + index));
  const planned = await planFor('a', { scans, notes: [], moods: [] });
  if ('code' in planned) return expect.fail(planned.message ?? planned.code);
  const run = createAdditionRun({ step: 'idle' });
  let added = 0;
  vi.stubGlobal('fetch', (input: unknown) => {
    if (String(input).includes('notes.userKey'))
      return Promise.resolve(Response.json({ result: { data: { userKey: '0'.repeat(64), keyMode: 'server' } } }));
    if (!String(input).includes('restore.add')) return Promise.resolve(answer(input));
    added += 1;
    for (const { drop } of lockListeners) drop?.();
    return isCut
      ? Promise.reject(new TypeError('fetch failed'))
      : Promise.resolve(Response.json({ result: { data: { scans: [], notes: [], moods: [] } } }));
  });
  await run.addAll({ plan: planned.plan, profile: null });
  expect(added).toBe(1);
  expect(run.state.get()).toEqual({ step: 'idle' });
});

it.each(['no key', 'a refusal', 'silence'])(
  'an addition that stops because of %s asks about a vault, but for silence',
  async (why) => {
    const { checkSession } = await import('../../session/session-store.ts');
    checkSession();
    const { createAdditionRun } = await import('./addition-run.ts');
    const { planFor } = await import('./addition-plan.ts');
    const planned = await planFor('a', { scans: [scanOf(2_000)], notes: [], moods: [] });
    if ('code' in planned) return expect.fail(planned.message ?? planned.code);
    const run = createAdditionRun({ step: 'idle' });
    asked.length = 0;
    vi.stubGlobal('fetch', async (input: unknown) => {
      const keyOfVault = { userKey: '', keyMode: 'vault' };
      const key = why === 'no key' ? keyOfVault : { userKey: '0'.repeat(64), keyMode: 'server' };
      if (String(input).includes('notes.userKey')) return Response.json({ result: { data: key } });
      if (!String(input).includes('restore.add')) return answer(input);
      if (why === 'silence') throw new TypeError('fetch failed');
      const data = { app: { code: 'vaultSealed', message: 'No.' } };
      return Response.json({ error: { message: 'No.', code: -32_600, data } }, { status: 400 });
    });
    await run.addAll({ plan: planned.plan, profile: null });
    expect(run.state.get()).toMatchObject({ step: 'stopped' });
    expect(asked).toEqual(why === 'silence' ? [] : ['a']);
  },
);

it('a file that was read before its account had a vault has to be chosen again, where it has texts that are sealed', async () => {
  vi.resetModules();
  vi.doMock('../../keys/vault-mark.ts', async (load) => ({
    ...(await load<typeof import('../../keys/vault-mark.ts')>()),
    hasVault: () => true,
  }));
  const keys = { owner: 'a', versions: new Map(), writes: 2, noteKey: null };
  vi.doMock('../../keys/row-sealing.ts', () => ({ vaultRowKeys: () => Promise.resolve(keys) }));
  const { checkSession } = await import('../../session/session-store.ts');
  checkSession();
  const { loadNamespaces, showLocale } = await import('../../i18n/locale-store.ts');
  await showLocale('en');
  await loadNamespaces('profile');
  const { createAdditionRun } = await import('./addition-run.ts');
  const { planFor } = await import('./addition-plan.ts');
  const scan = { ...scanOf(2_000), tags: 'x'.repeat(64), tagsEncrypted: true };
  const planned = await planFor('a', { scans: [scan], notes: [], moods: [] });
  if ('code' in planned) return expect.fail(planned.message ?? planned.code);
  const run = createAdditionRun({ step: 'idle' });
  await run.addAll({ plan: planned.plan, profile: null });
  const state = run.state.get();
  expect('sentence' in state && state.sentence()).toContain('choose the file again');
});
