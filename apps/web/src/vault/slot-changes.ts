import { argon2Floor } from '@nuances/crypto/vault/passphrase-parameters';
import type { RecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { api } from '../api/client.ts';
import type { StoredSlot, StoredVault } from '../offline/database.ts';
import { requireUserId } from '../session/session-store.ts';
import { openSlot, type WayIn } from './account-key-of.ts';
import { slotsBack, applyVaultState, type VaultState } from './follow-state.ts';
import { readDeviceVault } from '../keys/device-vault.ts';
import { passkeySlot, passphraseSlot, recoverySlot, type NewSlot, type WrappedKey } from './new-slots.ts';
import { addPasskeyWithSecret, askForNewSecret, type PasskeyAnswer } from './passkey-secrets.ts';
import { pinOf, pinVault } from './pins.ts';
import { showVault } from '../keys/vault-view.ts';

/** What opens the account key once more, which no open device holds: a change of the ways in needs it. */
export type SlotProof = WayIn;

/**
 * What came of a change. `wrong`: not this passphrase or code; `refused`: the server gave something that this device does not
 * take, see `warning`; `stopped`: no passkey was presented; `logsIn`: the passkey gives no secret; `already`: this device has
 * a passkey of the account.
 */
export type SlotChange = 'done' | 'wrong' | 'refused' | 'stopped' | 'logsIn' | 'already';

/** Opens the account key, and makes a change with it. The key is overwritten whatever comes of it. */
async function withAccountKey(
  proof: SlotProof,
  change: (key: WrappedKey, vault: StoredVault) => Promise<VaultState | SlotChange>,
): Promise<SlotChange> {
  const owner = requireUserId();
  const vault = await applyVaultState(owner, await api.vault.state.query());
  if (vault === null) return 'refused';
  const { slots, keyVersion } = vault;
  const opened = await openSlot(owner, slots, keyVersion, proof);
  if (opened === 'weaker') {
    showVault({ warning: 'weaker' });
    return 'refused';
  }
  if (typeof opened === 'string') return opened;
  try {
    const state = await change({ userId: owner, keyVersion, accountKey: opened.accountKey }, vault);
    if (typeof state === 'string') return state;
    await applyVaultState(owner, state);
    return 'done';
  } finally {
    opened.accountKey.fill(0);
  }
}

/** Whether it opens the account key now, before somebody is asked for more. The key is overwritten at once. */
export function tryProof(proof: SlotProof): Promise<SlotChange> {
  return withAccountKey(proof, async () => 'done');
}

/** Puts a new slot in the place of the one of its kind. */
function replace(kind: StoredSlot['kind'], { slots, keyVersion }: StoredVault, slot: NewSlot): Promise<VaultState> {
  const former = slots.find((one) => one.kind === kind && one.keyVersion === keyVersion);
  return former
    ? api.vault.replaceSlot.mutate({ id: former.id, keyVersion, slot })
    : api.vault.addSlot.mutate({ keyVersion, slot });
}

/** Replaces the passphrase. @throws as the calls do; 403 `proofRequired`; StretchFailed */
export function changePassphrase(proof: SlotProof, passphrase: string): Promise<SlotChange> {
  return withAccountKey(proof, async (key, vault) => {
    const state = await replace('passphrase', vault, await passphraseSlot(key, passphrase));
    const pin = await pinOf(key.userId);
    if (pin) await pinVault(key.userId, { ...pin, cost: argon2Floor });
    return state;
  });
}

/** Replaces the recovery code by a new one, which was typed back. The former opens nothing from then on. */
export function replaceRecoveryCode(proof: SlotProof, code: RecoveryCode): Promise<SlotChange> {
  return withAccountKey(proof, async (key, vault) => replace('recovery', vault, await recoverySlot(key, code)));
}

/**
 * The person wants the passphrase and code that this device knows in place of former ones that the server gave back, as after the
 * restore of a backup. The server gets what it had before, so a lie gains nothing, and is told again.
 * @returns whether the server gives them now
 * @throws as the calls do; 403 `proofRequired`
 */
export async function putSlotsBack(): Promise<boolean> {
  const owner = requireUserId();
  const [state, known] = [await api.vault.state.query(), await readDeviceVault(owner)];
  for (const former of known ? slotsBack(known, state) : []) {
    const own = known?.slots.find(({ kind, keyVersion }) => kind === former.kind && keyVersion === former.keyVersion);
    if (!own) continue;
    const { id, kind, keyVersion, parameters, wrapped, name } = own;
    const slot = { id, kind, parameters, wrapped, name };
    await api.vault.replaceSlot.mutate({ id: former.id, keyVersion, slot });
  }
  return (await applyVaultState(owner, await api.vault.state.query())) !== null;
}

async function addSecret(key: WrappedKey, name: string, answer: PasskeyAnswer | 'stopped') {
  if (answer === 'stopped') return answer;
  const { parameters, secret } = answer;
  if (!secret) return 'logsIn' as const;
  const slot = await passkeySlot(key, { parameters, name, secret });
  return api.vault.addSlot.mutate({ keyVersion: key.keyVersion, slot });
}

/** Makes a passkey of the account that opens the vault. `already`: see {@link addKnownPasskey}. */
export function addPasskey(proof: SlotProof, name: string): Promise<SlotChange> {
  return withAccountKey(proof, async (key) => {
    const added = await addPasskeyWithSecret(name);
    if (added === null) return 'stopped';
    return added === 'already' ? added : addSecret(key, name, added.answer);
  });
}

/** Lets a passkey that the account has open the vault, too. @param name of its slot */
export function addKnownPasskey(proof: SlotProof, name: string): Promise<SlotChange> {
  return withAccountKey(proof, async (key) => addSecret(key, name, await askForNewSecret()));
}
