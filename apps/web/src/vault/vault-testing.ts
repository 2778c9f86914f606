/** A server with one account, as far as a vault needs it, and pages of devices that use it. */
import { importNoteKey, sealText } from '@nuances/crypto/note-envelope';
import { createHash, randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { RouterOutputs } from '../api/router-types.ts';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';
import { Refused, serverOf } from '../browser/server-testing.ts';

const at = '2026-11-20T08:00:00.000Z';

type FakeSlot = RouterOutputs['vault']['state']['slots'][number];

interface FakeNote {
  _id: string;
  title: string;
  text: string;
  categoryId: string | null;
  scanResultId: string | null;
  revision: number;
  createdAt: string;
  receivedAt: string;
  updatedAt: string;
  sealed: string | null;
  keyVersion: number;
}

interface FakeScan {
  _id: string;
  answers: number[] | null;
  scoring: number | null;
  duration: number | null;
  kept: number[];
  moment: string;
  createdAt: string;
  receivedAt: string;
  tags: string | null;
  sealed: string | null;
  keyVersion: number;
  arrivedClear: boolean;
}

interface FakeMoods {
  _id: string;
  receivedAt: string;
  sealed: string | null;
  keyVersion: number;
  source?: string | undefined;
  name?: string | undefined;
  scale?: number | undefined;
  entries?: readonly object[] | undefined;
}

/** What the calls send, all together. */
interface Input {
  readonly to: 'vault' | 'server';
  readonly keyVersion: number;
  readonly slots: readonly FakeSlot[];
  readonly slot: FakeSlot;
  readonly id: string;
  readonly _id: string;
  readonly part: 'notes' | 'scans';
  readonly manifest?: string;
  readonly notes?: readonly FakeNote[];
  readonly scans?: readonly (FakeScan & { readonly tagsBefore: string | null })[];
  readonly moods?: readonly FakeMoods[];
  readonly profile?: { readonly sealed: string };
}

export type FakeServer = ReturnType<typeof newFakeServer>;

/** The parts of `apps/api/src/vault` that a device sees. */
export function newFakeServer(userKey: string) {
  const server = {
    keyMode: 'server' as 'server' | 'moving' | 'vault',
    keyTarget: null as 'vault' | 'server' | null,
    keyVersion: 1,
    since: null as string | null,
    slots: [] as FakeSlot[],
    manifest: null as string | null,
    userKey,
    profile: {
      firstName: 'Ada Quillfeather',
      lastName: '',
      dateOfBirth: null,
      countryOfResidency: '',
      gender: '',
    } as object,
    profileSealed: null as string | null,
    profileKeyVersion: 1,
    notes: new Map<string, FakeNote>(),
    scans: new Map<string, FakeScan>(),
    moods: new Map<string, FakeMoods>(),
    /** Procedures that were called. */
    asked: [] as string[],
    /** What calls brought, as JSON. */
    sent: [] as string[],
    isSilent: false,
    /** Called before each call: to stop at a step. */
    before: (_procedure: string): void => undefined,
    /** Changes an answer before it is sent, as a server that lies does. */
    lie: (_procedure: string, answer: unknown): unknown => answer,
  };
  const left = () => {
    const isLeft = ({ keyVersion }: { keyVersion: number }) => keyVersion !== server.keyVersion;
    const clear = ({ arrivedClear, answers }: FakeScan) =>
      server.keyMode === 'vault' && arrivedClear && answers !== null;
    return {
      notes: [...server.notes.values()].filter(isLeft).length,
      scans: [...server.scans.values()].filter((scan) => isLeft(scan) || clear(scan)).length,
      moods: [...server.moods.values()].filter(isLeft).length,
      profile: Number(server.profileKeyVersion !== server.keyVersion),
    };
  };
  const state = () => {
    const { keyMode, keyTarget, keyVersion, since, slots, manifest } = server;
    const profile = { sealed: server.profileSealed, keyVersion: server.profileKeyVersion };
    return { keyMode, keyTarget, keyVersion, since, slots: [...slots], manifest, profile, left: left() };
  };
  const stored = (manifest: string) => {
    server.manifest = manifest;
    return { isSaved: true, manifest };
  };
  const requireVersion = (keyVersion: unknown) => {
    if (keyVersion !== server.keyVersion || server.keyMode === 'server') throw new Refused('vaultChanged');
  };
  const hash = () => {
    const lines = Array.from(server.notes.values(), ({ _id, revision }) => `${_id}:${revision}`).sort();
    return createHash('sha256').update(lines.join(',')).digest('hex');
  };
  const answer = (procedure: string, input: Input): unknown => {
    const { keyVersion } = server;
    switch (procedure) {
      case 'vault.state':
        return state();
      case 'vault.begin': {
        const isSame =
          server.keyMode === 'moving' && input.slots.every((slot) => server.slots.some(({ id }) => id === slot.id));
        if (isSame && input.keyVersion === server.keyVersion - 1) return state();
        if (server.keyMode === 'moving' || input.keyVersion !== server.keyVersion) throw new Refused('vaultChanged');
        server.keyMode = 'moving';
        server.keyTarget = input.to;
        server.keyVersion += 1;
        if (input.to === 'server') server.userKey = createHash('sha256').update(server.userKey).digest('hex');
        const added = { keyVersion: server.keyVersion, createdAt: at, usedAt: null };
        server.slots = [...server.slots, ...input.slots.map((slot) => ({ ...slot, ...added }))];
        return state();
      }
      case 'vault.put': {
        requireVersion(input.keyVersion);
        const notes = (input.notes ?? []).map((sent) => {
          const stored = server.notes.get(sent._id);
          if (!stored) throw new Refused('badRequest');
          if (stored.revision !== sent.revision) return { _id: sent._id, outcome: 'conflict', note: stored };
          Object.assign(stored, { title: '', text: '', categoryId: null, sealed: sent.sealed, keyVersion });
          const filed = { revision: stored.revision, scanResultId: null };
          return { _id: sent._id, outcome: 'saved', ...filed, createdAt: at, receivedAt: at, updatedAt: at };
        });
        const scans = (input.scans ?? []).map((sent) => {
          const stored = server.scans.get(sent._id);
          if (!stored) throw new Refused('badRequest');
          if (stored.tags !== sent.tagsBefore) return { _id: sent._id, outcome: 'conflict', scan: stored };
          const none = { answers: null, scoring: null, duration: null, kept: [], moment: 'exact' };
          Object.assign(stored, { ...none, sealed: sent.sealed, tags: sent.tags, keyVersion });
          return { _id: sent._id, outcome: 'saved', createdAt: at, receivedAt: at };
        });
        const moods = (input.moods ?? []).map(({ _id, sealed }) => {
          const { receivedAt } = server.moods.get(_id) ?? { receivedAt: at };
          server.moods.set(_id, { _id, receivedAt, sealed, keyVersion });
          return { _id, outcome: 'saved' };
        });
        if (input.profile) {
          server.profileSealed = input.profile.sealed;
          server.profileKeyVersion = keyVersion;
        }
        return { notes, scans, moods, manifest: null };
      }
      case 'vault.putClear': {
        requireVersion(input.keyVersion);
        if (server.keyTarget !== 'server') throw new Refused('vaultChanged');
        const notes = (input.notes ?? []).map(({ _id, title, text, categoryId }) => {
          Object.assign(server.notes.get(_id) ?? {}, { title, text, categoryId, sealed: null, keyVersion });
          return { _id, outcome: 'saved' };
        });
        const scans = (input.scans ?? []).map(({ _id, answers, duration, kept, moment, tags }) => {
          const scoring = (answers ?? []).reduce((sum, one) => sum + one, 0);
          const content = { answers, duration, kept, moment, tags, scoring };
          Object.assign(server.scans.get(_id) ?? {}, { ...content, sealed: null, keyVersion });
          return { _id, outcome: 'saved' };
        });
        const moods = (input.moods ?? []).map(({ _id, ...content }) => {
          const { receivedAt } = server.moods.get(_id) ?? { receivedAt: at };
          server.moods.set(_id, { ...content, _id, receivedAt, sealed: null, keyVersion });
          return { _id, outcome: 'saved' };
        });
        if (input.profile) {
          server.profile = input.profile;
          server.profileSealed = null;
          server.profileKeyVersion = keyVersion;
        }
        return { notes, scans, moods, manifest: null };
      }
      case 'vault.finish': {
        if (input.keyVersion !== server.keyVersion) throw new Refused('vaultChanged');
        if (server.keyMode !== 'moving') return { isFinished: true, state: state() };
        const { notes, scans, moods, profile } = left();
        if (notes + scans + moods + profile > 0) return { isFinished: false, state: state() };
        const isVault = server.keyTarget === 'vault';
        server.keyMode = isVault ? 'vault' : 'server';
        server.keyTarget = null;
        server.slots = isVault ? server.slots.filter(({ keyVersion }) => keyVersion === server.keyVersion) : [];
        server.since = isVault ? at : null;
        if (isVault) server.userKey = '';
        return { isFinished: true, state: state() };
      }
      case 'vault.remove':
        for (const id of server.scans.keys()) if (isNamed(input.scans, id)) server.scans.delete(id);
        for (const id of server.notes.keys()) if (isNamed(input.notes, id)) server.notes.delete(id);
        return { notes: [], scans: [], manifest: input.manifest === undefined ? null : stored(input.manifest) };
      case 'profile.erasable':
        return { scans: server.scans.size, notes: server.notes.size, at };
      case 'profile.erasePart':
      case 'vault.erasePart': {
        const erased = server[input.part].size;
        server[input.part].clear();
        return { erased, more: false, ...(input.manifest !== undefined && { manifest: stored(input.manifest) }) };
      }
      case 'vault.restore':
        for (const scan of input.scans ?? []) server.scans.set(scan._id, { ...scan, answers: null, keyVersion });
        return { scans: (input.scans ?? []).map(({ _id }) => _id), notes: [], moods: [] };
      case 'restore.undo':
      case 'vault.undoRestore': {
        const scans = [...server.scans.keys()].filter((id) => isNamed(input.scans, id));
        for (const id of scans) server.scans.delete(id);
        return { scans, notes: [], ...(input.manifest !== undefined && { manifest: stored(input.manifest) }) };
      }
      case 'results.delete':
        server.scans.delete(input._id);
        return {};
      case 'vault.removeUnopened':
        for (const { _id } of input.scans ?? []) server.scans.delete(_id);
        for (const { _id } of input.notes ?? []) server.notes.delete(_id);
        for (const { _id } of input.moods ?? []) server.moods.delete(_id);
        return {};
      case 'vault.saveManifest':
        return stored(input.manifest ?? '');
      case 'vault.replaceSlot': {
        const slot = { ...input.slot, keyVersion, createdAt: at, usedAt: null };
        server.slots = server.slots.map((one) => (one.id === input.id ? slot : one));
        return state();
      }
      case 'auth.login': {
        const tokens = { shortToken: tokenOf('u1'), refreshToken: 'r' };
        return { ...tokens, userKey: server.userKey, keyMode: server.keyMode, language: '', consentsAsked: [] };
      }
      case 'vault.slotUsed':
        return {};
      case 'notes.userKey':
        return { userKey: server.userKey, keyMode: server.keyMode };
      case 'notes.hash':
        return { hash: hash() };
      case 'notes.all':
        return { notes: [...server.notes.values()], hash: hash() };
      case 'results.own':
        return [...server.scans.values()];
      case 'moods.own':
        return [...server.moods.values()];
      case 'profile.get':
        return { ...server.profile, username: 'ada' };
      default:
        throw new Error(`nobody asks ${procedure}`);
    }
  };
  const fetch = serverOf((procedure, input: Input) => {
    server.asked.push(procedure);
    if (server.isSilent) throw new TypeError('fetch failed');
    server.sent.push(JSON.stringify(input));
    server.before(procedure);
    return server.lie(procedure, structuredClone(answer(procedure, input)));
  });
  return Object.assign(server, { fetch });
}

// Node 20 has none, and what a page has begun may go on after its test.
if (!('navigator' in globalThis)) Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });

const isNamed = (ids: readonly unknown[] = [], id: string) => ids.includes(id);

/** In place of Argon2id, which would take the time of the tests. */
function stretchFast(passphrase: string, { salt }: { readonly salt: Uint8Array }): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256').update(passphrase).update(salt).digest();
  return Promise.resolve(new Uint8Array(hash));
}

/** The server of the running test. */
let current: unknown;

/** A new page on a device without a database. `kept` is its local storage. */
export async function openVaultPage(
  server: { readonly fetch: (url: unknown, init?: RequestInit) => Promise<Response> },
  kept: ReadonlyMap<string, string> = new Map(),
  userId = 'u1',
) {
  vi.resetModules();
  const storage = stubLogin(userId);
  for (const [key, value] of kept) storage.set(key, value);
  // One process has all pages of a test file.
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage = () => undefined;
    },
  );
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('location', new URL('http://localhost/'));
  vi.stubGlobal('document', undefined);
  vi.stubGlobal('window', undefined);
  current = server;
  // What a page of a former test still writes is not for the storage of this one.
  vi.doMock('../browser/local-storage.ts', async (original) => {
    const { storage: whole } = await original<typeof import('../browser/local-storage.ts')>();
    const set = (key: string, value: string) => current === server && whole.set(key, value);
    return { storage: { ...whole, set } };
  });
  vi.doMock('./stretch-in-worker.ts', () => ({ stretchInWorker: stretchFast, StretchFailed: Error }));
  const { showLocale } = await import('../i18n/locale-store.ts');
  await showLocale('en');
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', fonts: [] }));
  const session = await import('../session/session-store.ts');
  session.checkSession();
  const [view, start, move, open, draft, keyring, lock, pins, device, run] = await Promise.all([
    import('../keys/vault-view.ts'),
    import('./start-vault.ts'),
    import('./move.ts'),
    import('./open-vault.ts'),
    import('./draft-vault.ts'),
    import('../keys/keyring.ts'),
    import('./lock.ts'),
    import('./pins.ts'),
    import('../keys/device-vault.ts'),
    import('./move-run.ts'),
  ]);
  return {
    storage,
    session,
    ...view,
    ...start,
    ...move,
    ...open,
    ...draft,
    ...keyring,
    ...lock,
    ...pins,
    ...device,
    ...run,
  };
}

/** A note of before the vault. @returns its id */
export async function addNote(server: FakeServer, text: string): Promise<string> {
  const _id = randomUUID();
  const sealedText = await sealText(await importNoteKey(server.userKey), text);
  server.notes.set(_id, {
    _id,
    title: '',
    text: sealedText,
    categoryId: 'red',
    scanResultId: null,
    revision: 3,
    createdAt: at,
    receivedAt: at,
    updatedAt: at,
    sealed: null,
    keyVersion: 1,
  });
  return _id;
}

/** A scan of before the vault. @returns its id */
export async function addScan(server: FakeServer, tags: string | null = null): Promise<string> {
  const _id = randomUUID();
  server.scans.set(_id, {
    _id,
    answers: [1, 2, 3, 4, 5, 6, 7],
    scoring: 28,
    duration: 40,
    kept: [2],
    moment: 'exact',
    createdAt: at,
    receivedAt: at,
    tags: tags && (await sealText(await importNoteKey(server.userKey), tags)),
    sealed: null,
    keyVersion: 1,
    arrivedClear: false,
  });
  return _id;
}

/** Locks a page in the middle of a renewal, and opens another one by the new passphrase. */
export async function reopenInRenewal(
  server: FakeServer,
  page: Awaited<ReturnType<typeof openVaultPage>>,
  passphrase: string,
) {
  server.before = (procedure) => {
    if (procedure === 'vault.put') throw new TypeError('no network');
  };
  await page.renew(await page.draftVault(), passphrase);
  await vi.waitFor(() => expect(server.asked.filter((one) => one === 'vault.put').length).toBeGreaterThan(2));
  await page.lockNow();
  server.before = () => undefined;
  const other = await openVaultPage(server, page.storage);
  await other.startVault('u1');
  expect(await other.openByPassphrase(passphrase)).toBe('open');
  return other;
}
