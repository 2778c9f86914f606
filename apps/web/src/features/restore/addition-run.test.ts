import type { ExportedScan } from '@nuances/domain/export-file';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLogin } from '../../browser/page-testing.ts';
import { Refused, stubServer } from '../../browser/server-testing.ts';

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

interface Page {
  readonly limit: number;
  readonly before?: string;
}

/** Answers as the server does: newest first, after the place that `before` names. */
function answer(procedure: string, { limit, before }: Page): unknown {
  if (procedure === 'moods.own') return [];
  calls += 1;
  const from =
    before === undefined ? 0 : stored.findIndex(({ createdAt, _id }) => `${createdAt},${_id}` === before) + 1;
  return stored.slice(from, from + limit);
}

/** Nothing was there already. */
const added = { scans: [], notes: [], moods: [] };

beforeEach(() => {
  calls = 0;
  stubLogin('a');
  stubServer(answer);
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
  let additions = 0;
  stubServer((procedure, input: Page) => {
    if (procedure === 'notes.userKey') return { userKey: '0'.repeat(64), keyMode: 'server' };
    if (procedure !== 'restore.add') return answer(procedure, input);
    additions += 1;
    for (const { drop } of lockListeners) drop?.();
    if (isCut) throw new TypeError('fetch failed');
    return added;
  });
  await run.addAll({ ...planned, profile: null });
  expect(additions).toBe(1);
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
    stubServer((procedure, input: Page) => {
      const keyOfVault = { userKey: '', keyMode: 'vault' };
      if (procedure === 'notes.userKey')
        return why === 'no key' ? keyOfVault : { userKey: '0'.repeat(64), keyMode: 'server' };
      if (procedure !== 'restore.add') return answer(procedure, input);
      throw why === 'silence' ? new TypeError('fetch failed') : new Refused('vaultSealed');
    });
    await run.addAll({ ...planned, profile: null });
    expect(run.state.get()).toMatchObject({ step: 'stopped', canResume: true });
    expect(asked).toEqual(why === 'silence' ? [] : ['a']);
  },
);

interface StoredNote {
  readonly _id: string;
  readonly text: string;
  readonly revision: number;
}

/** A server that stores the notes that are added, and whose answer to that is lost. */
function storingServer() {
  const notes = new Map<string, StoredNote>();
  interface Input extends Page {
    readonly notes: readonly StoredNote[];
  }
  stubServer((procedure, input: Input) => {
    switch (procedure) {
      case 'notes.userKey':
        return { userKey: '0'.repeat(64), keyMode: 'server' };
      case 'notes.all':
        return { notes: [...notes.values()], hash: '' };
      case 'restore.add':
        for (const note of input.notes) notes.set(note._id, { ...note, revision: 1 });
        throw new TypeError('fetch failed');
      case 'restore.undo': {
        const gone = input.notes.filter(({ _id, revision }) => notes.get(_id)?.revision === revision);
        for (const { _id } of gone) notes.delete(_id);
        return { scans: [], notes: gone.map(({ _id }) => _id) };
      }
      default:
        return answer(procedure, input);
    }
  });
  return { notes };
}

it('a note that was edited after the answer to its part was lost stays when the addition is taken back', async () => {
  const { checkSession } = await import('../../session/session-store.ts');
  checkSession();
  const { createAdditionRun } = await import('./addition-run.ts');
  const { planFor } = await import('./addition-plan.ts');
  const server = storingServer();
  const notes = ['edited', 'left alone'].map((text, index) => ({
    ...{ _id: idOf(index), title: '', text, scanResultId: null, createdAt: scanOf(index).createdAt },
    categoryId: 'red' as const,
  }));
  const planned = await planFor('a', { scans: [], notes, moods: [] });
  if ('code' in planned) return expect.fail(planned.message ?? planned.code);
  const run = createAdditionRun({ step: 'idle' });
  await run.addAll({ ...planned, profile: null });
  expect([run.state.get(), server.notes.size]).toMatchObject([{ step: 'stopped', canUndo: true }, 2]);
  server.notes.set(idOf(0), { _id: idOf(0), text: 'another envelope', revision: 2 });
  await run.undoAll();
  expect([...server.notes.keys()]).toEqual([idOf(0)]);
  expect(run.state.get()).toMatchObject({ step: 'undone', whole: false });
});

it.each([false, true])(
  'a scan that was given other words since stays, also after a lost answer: %s',
  async (isLost) => {
    const { checkSession } = await import('../../session/session-store.ts');
    checkSession();
    const { createAdditionRun } = await import('./addition-run.ts');
    const { planFor } = await import('./addition-plan.ts');
    const scans = new Map<string, { readonly _id: string; readonly tags: string | null }>();
    const undone: unknown[] = [];
    stubServer(
      (procedure, input: Page & { readonly scans: readonly { readonly _id: string; readonly tags: string }[] }) => {
        switch (procedure) {
          case 'notes.userKey':
            return { userKey: '0'.repeat(64), keyMode: 'server' };
          case 'results.own':
            return [...scans.values()];
          case 'restore.add':
            for (const scan of input.scans) scans.set(scan._id, scan);
            if (isLost) throw new TypeError('fetch failed');
            return { ...added, scans: input.scans.map(({ _id }) => _id) };
          case 'restore.undo':
            undone.push(...input.scans);
            return { scans: input.scans, notes: [] };
          default:
            return answer(procedure, input);
        }
      },
    );
    const restored = [0, 1, 2].map((index) => ({ ...scanOf(index), tags: index === 0 ? [] : ['sommeil'] }));
    const planned = await planFor('a', { scans: restored, notes: [], moods: [] });
    if ('code' in planned) return expect.fail(planned.message ?? planned.code);
    const run = createAdditionRun({ step: 'idle' });
    await run.addAll({ ...planned, profile: null });
    for (const index of [0, 1]) scans.set(idOf(index), { _id: idOf(index), tags: 'another envelope' });
    await run.undoAll();
    expect(undone).toEqual([idOf(2)]);
    expect(run.state.get()).toMatchObject({ step: 'undone', whole: false });
  },
);

it('a note that a vault sealed anew since is no more what was sent', async () => {
  const rows = ['sealed anew', 'as sent'].map((sealed, index) => ({ _id: idOf(index), sealed, revision: 3 }));
  stubServer(() => ({ notes: rows, hash: '' }));
  const { storedOf } = await import('./addition-calls.ts');
  const notes = [0, 1].map((index) => ({ _id: idOf(index), sealed: 'as sent' }));
  const stored = await storedOf({ scans: [], notes, moods: [] });
  expect(stored.notes).toEqual([
    { _id: idOf(0), revision: 1 },
    { _id: idOf(1), revision: 3 },
  ]);
});

describe('into a vault', () => {
  /** A page on which the account has a vault, and how often something is added to it. */
  async function vaultPage() {
    vi.resetModules();
    const mark = { isOn: false };
    vi.doMock('../../keys/vault-mark.ts', async (load) => ({
      ...(await load<typeof import('../../keys/vault-mark.ts')>()),
      hasVault: () => mark.isOn,
    }));
    const { deriveVaultKeys, newAccountKey } = await import('@nuances/crypto/vault/account-key');
    const versions = new Map([[2, await deriveVaultKeys(newAccountKey())]]);
    const keys = { owner: 'a', versions, writes: 2, noteKey: null };
    vi.doMock('../../keys/row-sealing.ts', () => ({ vaultRowKeys: () => Promise.resolve(keys) }));
    const { checkSession } = await import('../../session/session-store.ts');
    checkSession();
    const { loadNamespaces, showLocale } = await import('../../i18n/locale-store.ts');
    await showLocale('en');
    await loadNamespaces('profile');
    const { createAdditionRun } = await import('./addition-run.ts');
    const { planFor } = await import('./addition-plan.ts');
    const sent: string[] = [];
    stubServer((procedure, input: Page) => {
      if (!procedure.includes('estore')) return answer(procedure, input);
      sent.push(procedure);
      return added;
    });
    const add = async (scan: ExportedScan, isVaultFirst: boolean) => {
      mark.isOn = isVaultFirst;
      const planned = await planFor('a', { scans: [scan], notes: [], moods: [] }, true);
      if ('code' in planned) return expect.fail(planned.message ?? planned.code);
      mark.isOn = true;
      const run = createAdditionRun({ step: 'idle' });
      await run.addAll({ ...planned, profile: null });
      const state = run.state.get();
      const sentence = 'sentence' in state && state.sentence ? state.sentence() : null;
      return { step: state.step, sentence, again: 'plan' in state ? state : null, run };
    };
    return { add, sent };
  }

  it('VAULT-4: a plan of before the vault is not sent, now or by going on, and the file has to be chosen again', async () => {
    const { add, sent } = await vaultPage();
    const { step, sentence, again, run } = await add(scanOf(2_000), false);
    expect([step, sentence]).toEqual(['stopped', expect.stringContaining('choose the file again')]);
    await run.addAll(again ?? expect.unreachable());
    expect([run.state.get(), sent]).toMatchObject([{ step: 'stopped', canResume: false }, []]);
  });

  it('VAULT-4: a plan that was made with the vault is sent', async () => {
    const { add, sent } = await vaultPage();
    expect(await add(scanOf(2_000), true)).toMatchObject({ step: 'done' });
    expect(sent).toEqual(['vault.restore']);
  });

  it('a file that was read before the vault has to be chosen again, where it has texts that are sealed', async () => {
    const { add } = await vaultPage();
    const { sentence } = await add({ ...scanOf(2_000), tags: 'x'.repeat(64), tagsEncrypted: true }, true);
    expect(sentence).toContain('choose the file again');
  });
});
