import { stateOfRows } from '@nuances/crypto/vault/manifest';
import { api } from '../api/client.ts';
import { queriesOf } from '../api/queries.tsx';
import { refreshNotes, storedNoteRows } from '../note-store/note-store.ts';
import { onScanRemoved, setBeforeRemoval } from '../offline/scan-removal.ts';
import { onDelivery, sendAll } from '../offline/send.ts';
import { isLoggedIn } from '../session/session-store.ts';
import { changeDeviceVault, readDeviceVault } from './device-vault.ts';
import { postVault } from '../offline/tab-channel.ts';
import { lockCount, unlessLocked, vaultKeys } from './keyring.ts';
import { checkManifest, isWhole, type ManifestParts, signWithout } from './manifest-check.ts';
import { pinOf, pinSequence } from './pins.ts';
import { sequenceOf } from './succession.ts';
import { showDeviceVault, vaultState } from './vault-view.ts';

/** Pause after a change, so that several are counted at once, milliseconds. */
const changeDelayMs = 3_000;
/** Pause after the vault was opened: the screens come first, milliseconds. */
const firstDelayMs = 15_000;
/** How long another device may take between a deletion and its manifest, milliseconds. */
const graceMs = 15_000;

interface Row {
  readonly id: string;
  readonly revision: number;
}

/** The scans as the server last listed them in this page; null before. They have no revision: a scan is never changed. */
function scanRows(owner: string): readonly Row[] | null {
  const { utils, queryClient } = queriesOf(owner);
  const scans = utils.results.own.getData();
  const isFetched = queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.data === scans && !state.isInvalidated);
  return scans && isFetched ? scans.map(({ _id }) => ({ id: _id, revision: 1 })) : null;
}

async function rowsOf(owner: string, fresh: boolean, without: ReadonlySet<string> = new Set()) {
  if (fresh) {
    const { own } = queriesOf(owner).utils.results;
    await Promise.all([own.invalidate().then(() => own.fetch()), refreshNotes()]);
  }
  const [notes, scans] = [storedNoteRows(owner), scanRows(owner)];
  if (!notes || !scans) return null;
  const left = (rows: readonly Row[]) => rows.filter(({ id }) => !without.has(id));
  return { notes: await stateOfRows(left(notes)), scans: await stateOfRows(left(scans)) };
}

/** Null unless the vault is open and nothing moves: the rows of a move are counted when it has ended. */
async function partsOf(owner: string): Promise<ManifestParts | null> {
  const vault = vaultKeys(owner);
  const { mode, keyVersion } = vaultState();
  const keys = vault?.versions.get(keyVersion);
  if (!keys || mode !== 'vault') return null;
  const known = (await readDeviceVault(owner))?.counted ?? null;
  const pin = await pinOf(owner);
  return {
    keys,
    account: { userId: owner, keyVersion },
    known,
    floor: pin?.keyVersion === keyVersion ? (pin.sequence ?? 0) : 0,
    read: async () => (await api.vault.state.query()).manifest,
    rows: (fresh) => rowsOf(owner, fresh),
    save: (manifest) => api.vault.saveManifest.mutate({ manifest }),
    pause: () =>
      new Promise((resolve) => {
        setTimeout(resolve, graceMs);
      }),
  };
}

async function remember(owner: string, { keyVersion }: ManifestParts['account'], manifest: string): Promise<void> {
  await changeDeviceVault(owner, (known) => ({ ...known, counted: manifest }));
  await pinSequence(owner, keyVersion, sequenceOf(manifest));
}

async function check(owner: string): Promise<void> {
  const parts = await partsOf(owner);
  if (!parts) return;
  const finding = await checkManifest(parts);
  if (!isLoggedIn(owner) || vaultKeys(owner) === null) return;
  const { keyVersion } = parts.account;
  if (finding === 'older' || finding === 'missing') await setMissing(owner, keyVersion);
  else if (finding === 'waiting') checkLater(owner, changeDelayMs);
  else {
    await remember(owner, parts.account, finding.manifest);
    // What was missing before the key was renewed is not counted since, so nothing can say that it is back.
    if ((await readDeviceVault(owner))?.missing === keyVersion) await setMissing(owner, null);
  }
}

/** Says in every tab, and after a reload, that rows are missing; or no longer, once they are back or the person accepts it. */
async function setMissing(owner: string, missing: number | null): Promise<void> {
  const since = lockCount();
  const next = await changeDeviceVault(owner, (known) => {
    const isKnown = (known.missing ?? null) === missing || (missing !== null && known.missing != null);
    return isKnown ? known : { ...known, missing };
  });
  if (!isLoggedIn(owner)) return;
  showDeviceVault(unlessLocked(next, since));
  postVault('changed');
  if (missing === null) void sendAll();
}

let timer: ReturnType<typeof setTimeout> | undefined;
let checking: Promise<void> = Promise.resolve();
/** Checks that had to wait in a row: other devices write, or a list does not come. */
let waits = 0;
const mostWaits = 5;

function checkLater(owner: string, delayMs: number): void {
  waits = delayMs === changeDelayMs ? waits + 1 : 0;
  if (waits > mostWaits) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    checking = checking.then(() => check(owner)).catch(() => undefined);
  }, delayMs);
}

/** Begins to check, and to count what this device changes, once. */
export function keepManifest(owner: () => string | null): void {
  const afterChange = () => {
    const current = owner();
    waits = 0;
    if (current !== null && vaultKeys(current) !== null) checkLater(current, changeDelayMs);
  };
  onDelivery(afterChange);
  onScanRemoved(afterChange);
  setBeforeRemoval((removedFrom, id) => signBeforeRemoval(removedFrom, [id]));
}

/** The vault was opened here. */
export function checkManifestSoon(owner: string): void {
  checkLater(owner, firstDelayMs);
}

/**
 * Signs what is left, before something is deleted: a manifest never counts a row that is not stored. Never rejects: without
 * it another device may be told of rows that are missing.
 */
export async function signBeforeRemoval(owner: string, ids: readonly string[]): Promise<void> {
  try {
    const parts = await partsOf(owner);
    if (!parts || vaultState().warning !== null) return;
    const stored = await parts.read();
    const left = (await isWhole(parts, stored)) && (await rowsOf(owner, false, new Set(ids)));
    if (!left) return;
    const signed = await signWithout(parts, left, stored);
    if ((await parts.save(signed)).isSaved) await remember(owner, parts.account, signed);
  } catch {
    // The next check counts anew.
  }
}

/** The person takes the state that the server gives as it is. Rejects as the calls do. */
export async function acceptRows(owner: string): Promise<void> {
  const parts = await partsOf(owner);
  const given = parts && (await rowsOf(owner, true));
  if (!parts || !given) return;
  const signed = await signWithout(parts, given, await parts.read());
  if (!(await parts.save(signed)).isSaved) return;
  await remember(owner, parts.account, signed);
  await setMissing(owner, null);
}
