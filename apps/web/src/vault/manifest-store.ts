import { stateOfRows } from '@nuances/crypto/vault/manifest';
import { isUnanswered, toApiError } from '@nuances/domain/api-error';
import { api } from '../api/client.ts';
import { queriesOf } from '../api/queries.tsx';
import { forgetValidator } from '../api/validators.ts';
import { nextTask } from '../browser/next-task.ts';
import { keepNotes, refreshNotes, storedNoteRows } from '../note-store/note-store.ts';
import { finishRemovals, onScanRemoved, setSealedRemoval } from '../offline/scan-removal.ts';
import { onDelivery, sendAll } from '../offline/send.ts';
import { isLoggedIn } from '../session/session-store.ts';
import { changeDeviceVault, readDeviceVault } from '../keys/device-vault.ts';
import { postVault } from '../offline/tab-channel.ts';
import { lockCount, unlessLocked, vaultKeys } from '../keys/keyring.ts';
import { applyVaultState } from './follow-state.ts';
import { checkManifest, type Leaving, type ManifestParts, signRemoval, signRows } from './manifest-check.ts';
import { pinOf, pinSequence } from './pins.ts';
import { sequenceOf } from './succession.ts';
import { onVaultChange, requireTrust, showDeviceVault, showVault, vaultState } from '../keys/vault-view.ts';

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

/** The parts of moods as the server lists them. */
async function moodRows(owner: string, fresh: boolean): Promise<readonly Row[]> {
  const { own } = queriesOf(owner).utils.moods;
  const parts = await own.fetch(undefined, { staleTime: fresh ? 0 : 60_000 });
  return parts.map(({ _id }) => ({ id: _id, revision: 1 }));
}

/** In the order in which they are hashed: to sort twenty thousand at once is a task of more than 50 ms. */
async function sortedById(rows: readonly Row[]): Promise<Row[]> {
  const byStart = new Map<string, Row[]>();
  for (const row of rows) {
    const start = row.id.charAt(0);
    const some = byStart.get(start);
    if (some) some.push(row);
    else byStart.set(start, [row]);
  }
  const sorted: Row[] = [];
  for (const [, some] of [...byStart].sort(([one], [other]) => (one < other ? -1 : 1))) {
    sorted.push(...some.sort((one, other) => (one.id < other.id ? -1 : 1)));
    await nextTask();
  }
  return sorted;
}

async function rowsOf(owner: string, fresh: boolean, without?: Leaving) {
  if (fresh) {
    const { own } = queriesOf(owner).utils.results;
    // Compared before, in vain: a server that left rows out may have given the list the validator of the whole one. A page
    // without notes has compared nothing yet.
    if (storedNoteRows(owner)) forgetValidator(own.getData());
    await Promise.all([own.invalidate().then(() => own.fetch()), refreshNotes()]);
  }
  const moods = await moodRows(owner, fresh);
  const [notes, scans] = [storedNoteRows(owner), scanRows(owner)];
  if (!notes || !scans) return null;
  const left = async (kind: Parameters<Leaving>[0], rows: readonly Row[]) =>
    stateOfRows(await sortedById(rows.filter(({ id }) => !without?.(kind, id))));
  return { notes: await left('notes', notes), scans: await left('scans', scans), moods: await left('moods', moods) };
}

/**
 * The manifest that the server has now.
 * @throws as the call does; Error where another device has renewed the key or ended the vault: what that one signed is no older
 * state, and is followed first
 */
async function readStored(owner: string, keyVersion: number): Promise<string | null> {
  const state = await api.vault.state.query();
  if (state.keyVersion <= keyVersion) return state.manifest;
  await applyVaultState(owner, state);
  throw new Error('the manifest is of a later key');
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
    read: () => readStored(owner, keyVersion),
    rows: (fresh, without) => rowsOf(owner, fresh, without),
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
  if (vaultKeys(owner) !== null) showVault({ isChecked: true });
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
  if (missing !== null) return;
  finishRemovals();
  void sendAll();
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
  setSealedRemoval(removeSealed);
  let wasFound = false;
  onVaultChange(() => {
    const { isChecked, warning } = vaultState();
    const isFound = isChecked && warning === null;
    const current = owner();
    // Copies that would have lost rows have waited (`device-copy/row-loss.ts`).
    if (isFound && !wasFound && current !== null) {
      keepNotes();
      queriesOf(current).save();
    }
    wasFound = isFound;
  });
}

/** The vault was opened here: deletions that waited for its keys go on. */
export function checkManifestSoon(owner: string): void {
  finishRemovals();
  checkLater(owner, firstDelayMs);
}

/** How often another device may sign between the rows of a manifest and its storing. */
const mostTries = 3;

/** A step of a deletion, with the manifest for it; what it answers tells whether that was stored. */
type Step<Answer> = (
  manifest?: string,
) => Promise<Answer & { readonly manifest?: { readonly isSaved: boolean } | null }>;

/**
 * A deletion in steps, each in one with a manifest that counts none of the rows: a manifest never counts a row that is not
 * stored. It is signed for the first step, and again where another device signed meanwhile. Where none can be signed rows are
 * deleted all the same, and another device may be told of rows that are missing. Steps reject as their calls do, and as
 * `requireTrust` does.
 * @throws as `requireTrust` does
 */
export function sealedDeletion(owner: string, leaving: Leaving): <Answer>(step: Step<Answer>) => Promise<Answer> {
  requireTrust();
  let signed: string | null = null;
  return async (step) => {
    requireTrust();
    const parts = await partsOf(owner);
    for (let attempt = 0; parts && attempt < mostTries; attempt += 1) {
      signed ??= await signRemoval(parts, leaving).catch((error: unknown) => {
        // Without an answer nothing is deleted: the same call may succeed later, with a manifest.
        if (isUnanswered(toApiError(error))) throw error;
        return null;
      });
      if (signed === null) break;
      const answer = await step(signed);
      if (answer.manifest?.isSaved === true) {
        await remember(owner, parts.account, signed);
        return answer;
      }
      signed = null;
    }
    return step();
  };
}

/** Deletes rows as {@link sealedDeletion}. Rejects as the call does; what is gone already is no error. */
export async function removeSealed(
  owner: string,
  rows: {
    readonly notes?: string[];
    readonly scans?: string[];
    readonly moods?: string[];
    /** Notes that stay, with all others, when they have another text since. */
    readonly seen?: { readonly _id: string; readonly updatedAt: string }[];
  },
): Promise<void> {
  const deletion = sealedDeletion(owner, (kind, id) => rows[kind]?.includes(id) === true);
  await deletion((manifest) => api.vault.remove.mutate({ ...rows, manifest }));
}

/**
 * The person takes the state that the server gives as it is, whatever another device signs meanwhile. Rejects as the calls do.
 * @returns false when nothing could be signed: the warning stays
 */
export async function acceptRows(owner: string): Promise<boolean> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const parts = await partsOf(owner);
    const given = parts && (await rowsOf(owner, true));
    if (!parts || !given) return false;
    const signed = await signRows(parts, given, await parts.read());
    if (!(await parts.save(signed)).isSaved) continue;
    await remember(owner, parts.account, signed);
    await setMissing(owner, null);
    return true;
  }
  return false;
}
