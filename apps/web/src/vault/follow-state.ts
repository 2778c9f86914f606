import { toApiError } from '@nuances/domain/api-error';
import { api } from '../api/client.ts';
import { isSilence } from '../api/is-silence.ts';
import type { RouterOutputs } from '../api/router-types.ts';
import { withWebLock } from '../browser/web-lock.ts';
import type { StoredVault } from '../offline/database.ts';
import { freshNoteKeyOf, knownNoteKey } from '../keys/note-key.ts';
import { holdsTyped } from '../note-store/reseal.ts';
import { isLoggedIn } from '../session/session-store.ts';
import { changeDeviceVault, forgetDeviceVaults, readDeviceVault, unknownVault } from '../keys/device-vault.ts';
import { lockCount, sealTyped, applyKeys, takesKeys, unlessLocked } from '../keys/keyring.ts';
import { lowerPin, pinOf, pinVault, printOf, unpinVault } from './pins.ts';
import { isSuccession } from './succession.ts';
import { leaveVault } from './vault-end.ts';
import { hasVault, markVault } from '../keys/vault-mark.ts';
import { showDeviceVault, showVault, vaultState, type VaultWarning } from '../keys/vault-view.ts';

/** What the server says of a vault. */
export type VaultState = RouterOutputs['vault']['state'];

const modes = { server: 'none', moving: 'moving', vault: 'vault' } as const;

/** Whether the move that the server speaks of is the one that this device began. */
function isOwnMove({ begun }: StoredVault, { keyVersion, keyTarget, keyMode, slots }: VaultState): boolean {
  if (begun === null || begun.keyVersion !== keyVersion) return false;
  if (begun.target === 'server') return keyTarget === 'server' || keyMode === 'server';
  // A move into a vault never leads to the server, whatever slots it lists.
  if (keyMode === 'server' || keyTarget === 'server') return false;
  return begun.slotIds.every((id) => slots.some((slot) => slot.id === id));
}

/** Replaced ways in that a device remembers. */
const mostReplaced = 50;

/** The passphrases and codes that this device has seen replaced, with those that this state replaces. */
function replacedSlots({ slots, replaced = [] }: StoredVault, state: VaultState): readonly string[] {
  const isReplaced = ({ id, kind, keyVersion }: StoredVault['slots'][number]) =>
    kind !== 'passkey' &&
    state.slots.every((slot) => slot.id !== id) &&
    state.slots.some((slot) => slot.kind === kind && slot.keyVersion === keyVersion);
  return [...replaced, ...slots.filter(isReplaced).map(({ id }) => id)].slice(-mostReplaced);
}

/** The ways in that are back although others took their place. */
export function slotsBack({ replaced = [] }: StoredVault, { slots }: VaultState): VaultState['slots'] {
  return slots.filter(({ id }) => replaced.includes(id));
}

/**
 * What is wrong with what the server says; null for nothing. It has no key of the vault, so it may neither go back to one
 * that was, nor end a vault by itself.
 */
async function warningOf(state: VaultState, known: StoredVault): Promise<VaultWarning | null> {
  const { keyVersion, keyMode, keyTarget, manifest } = state;
  const pin = await pinOf(known.owner);
  if (!pin) return null;
  // A backup from before the vault has no former key to go back to.
  if (keyVersion < pin.keyVersion) return keyMode === 'server' ? 'mode' : 'older';
  if (slotsBack(known, state).length > 0) return 'former';
  const leadsToServer = keyMode === 'server' || keyTarget === 'server';
  if (!leadsToServer || isOwnMove(known, state)) return null;
  const signer = known.opened.find((opened) => opened.keyVersion === keyVersion - 1);
  const account = { userId: known.owner, keyVersion };
  return signer && (await isSuccession(signer.keys, account, manifest)) ? null : 'mode';
}

/** Ways to former keys that a device keeps. */
const mostFormer = 20;

/**
 * The ways to keys of before a renewal that the server lists no more. A device that was locked meanwhile may have drafts and
 * unsent items that nothing else opens.
 */
function formerSlots({ slots, former = [] }: StoredVault, state: VaultState): readonly StoredVault['slots'][number][] {
  const isListed = (id: string) => state.slots.some((slot) => slot.id === id);
  const gone = slots.filter(({ id, keyVersion }) => keyVersion < state.keyVersion && !isListed(id));
  return [...former.filter(({ id }) => gone.every((slot) => slot.id !== id)), ...gone].slice(-mostFormer);
}

function withState(known: StoredVault, state: VaultState): StoredVault {
  const { keyMode, keyTarget: target, keyVersion, since, slots } = state;
  const isOwn = isOwnMove(known, state);
  // The server may have said this before it heard of the move, and say it here after the move was begun again.
  const begun = known.begun && (isOwn || keyVersion < known.begun.keyVersion) ? known.begun : null;
  const opened =
    isOwn && begun?.keys ? [...known.opened.filter((one) => one.keyVersion !== keyVersion), begun.keys] : known.opened;
  const missing = keyMode === 'server' ? null : known.missing;
  const replaced = replacedSlots(known, state);
  const former = formerSlots(known, state);
  return { ...known, mode: modes[keyMode], target, keyVersion, since, slots, opened, begun, missing, replaced, former };
}

/** What the device knew. After a session that the server ended, wrapped keys that are newer than all it has open nothing of that. */
async function vaultBefore(owner: string, { keyVersion }: VaultState): Promise<StoredVault | null> {
  const known = await readDeviceVault(owner);
  if (!known?.isLeft || known.keyVersion <= keyVersion) return known;
  await forgetDeviceVaults();
  return null;
}

const beginLock = 'nuances-vault-begin';

/** Tabs ask for a move, and apply what the server says, one at a time: none forgets what another one is asking for. */
export function whileBeginning<T>(work: () => Promise<T>): Promise<T> {
  return withWebLock(beginLock, work);
}

/**
 * Applies what the server says of the vault of an account, unless that is a lie.
 * @returns what is known then; null for a lie, and after a logout
 */
export function applyVaultState(owner: string, answered: VaultState): Promise<StoredVault | null> {
  return whileBeginning(() => applyState(owner, answered));
}

async function applyState(owner: string, answered: VaultState): Promise<StoredVault | null> {
  const since = lockCount();
  const before = await vaultBefore(owner, answered);
  const known = before ?? { ...unknownVault(owner), keyVersion: answered.keyVersion };
  // It may have been on its way while a move was begun, or something else was changed: one that is asked for now tells.
  const isEarlier = (known.begun?.keyVersion ?? 0) > answered.keyVersion;
  // It may also be from before the end of a vault that another tab has forgotten since.
  const isNews = !before && !hasVault(owner) && answered.keyMode !== 'server';
  const isDoubted = isEarlier || isNews || (await warningOf(answered, known)) !== null;
  const state = isDoubted ? await api.vault.state.query() : answered;
  const warning = await warningOf(state, known);
  if (!isLoggedIn(owner)) return null;
  if (warning !== null) {
    // A vault that this device knew only by its pin is closed, not absent.
    if (before) showDeviceVault(unlessLocked(known, since));
    else showVault({ owner, mode: 'vault', isOpen: false, slots: [] });
    showVault({ warning });
    return null;
  }
  // The server makes a fresh key for a move to it. One from before the vault may still be here, and is nobody's any more.
  const isBegun = state.keyTarget === 'server' && known.target !== 'server';
  if (isBegun && (await knownNoteKey(owner))) await freshNoteKeyOf(owner).catch(() => undefined);
  const next = await changeDeviceVault(owner, (stored) => withState(stored, state));
  if (!isLoggedIn(owner)) return null;
  // The answer to the begin may have been lost, and with it the end of `begin`, which pins.
  const made = next.begun?.keyVersion === next.keyVersion ? next.begun.keys : null;
  if (made) await pinVault(owner, { keyVersion: made.keyVersion, print: await printOf(made.fingerprint), cost: null });
  if (next.mode !== 'none' && !hasVault(owner)) {
    // What is being typed is written with the key that is here: the vault may have to be opened first.
    await sealTyped();
    markVault(owner);
  }
  if (takesKeys(next)) await sealTyped();
  applyKeys(next, since);
  if (vaultState().warning !== 'missing') showVault({ warning: null });
  showDeviceVault(unlessLocked(next, since));
  // Also of a vault that was never known here: the key of the server is another one since.
  if (next.mode === 'none' && (state.keyVersion > 1 || before || hasVault(owner))) await leaveVault(owner);
  return next;
}

let asked: { readonly owner: string; readonly left: Promise<VaultState['left'] | null> } | null = null;

/**
 * The rows that are not sealed with the key of the vault, as {@link askServer} was last answered, once that is taken in.
 * @returns null where it never asked; a promise of null for a lie, which rejects as the call does
 */
export function leftWhenAsked(owner: string): Promise<VaultState['left'] | null> | null {
  return asked?.owner === owner ? asked.left : null;
}

/**
 * Asks the server about the vault.
 * @returns as {@link applyVaultState}; `silent` without an answer
 * @throws as the call does when the server refuses
 */
export async function askServer(owner: string): Promise<StoredVault | 'silent' | null> {
  const taken = api.vault.state
    .query()
    .then(async (state) => ({ left: state.left, known: await applyVaultState(owner, state) }));
  asked = { owner, left: taken.then(({ left, known }) => known && left) };
  asked.left.catch(() => undefined);
  try {
    return (await taken).known;
  } catch (error) {
    if (isSilence(toApiError(error))) return 'silent';
    throw error;
  }
}

/**
 * The person says that a vault was ended on another device: takes the server at its word. Rejects as the call does.
 * @param isSure also when something typed or unsent here opens by the keys of the vault alone, which this device forgets
 * @returns false when there is something, and nothing was done
 */
export async function acceptServerMode(owner: string, isSure = false): Promise<boolean> {
  if (!isSure && !vaultState().isOpen && (await holdsTyped(owner))) return false;
  const state = await api.vault.state.query();
  // Where it says otherwise by now, there is nothing to take it at its word for.
  if (state.keyMode === 'server' || state.keyTarget === 'server') await unpinVault(owner);
  // As if this device had begun the move: it goes on with it, and tells the other devices.
  const begun = { keyVersion: state.keyVersion, target: 'server', slotIds: [], keys: null } as const;
  if (state.keyTarget === 'server') await changeDeviceVault(owner, (known) => ({ ...known, begun }));
  await applyVaultState(owner, state);
  return true;
}

/**
 * The person says that a backup from before a renewal was restored: a device that has nothing of the newer key holds the server to
 * the former one from then on, and to all else that it knows. Rejects as the call does.
 */
export async function acceptFormerKey(owner: string): Promise<void> {
  const state = await api.vault.state.query();
  const isVault = state.keyMode !== 'server' && state.keyTarget !== 'server';
  if (isVault && (await readDeviceVault(owner)) === null) await lowerPin(owner, state.keyVersion);
  await applyVaultState(owner, state);
}
