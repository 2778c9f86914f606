import type { RecoveryCode } from '@nuances/crypto/vault/recovery-code';

/** What opens the account key once more, which no open device holds: a change of the ways in needs it. */
export type SlotProof =
  | { readonly kind: 'passphrase'; readonly text: string }
  | { readonly kind: 'recovery'; readonly text: string }
  | { readonly kind: 'passkey' };

/** What came of a change. The others as in `Opening`. */
export type SlotChange = 'done' | 'wrong' | 'refused' | 'stopped' | 'logsIn' | 'already';

/** Replaces the passphrase. @throws as the calls do */
export async function changePassphrase(_proof: SlotProof, _passphrase: string): Promise<SlotChange> {
  throw new Error('not built yet');
}

/** Replaces the recovery code by a new one, which was typed back. The former opens nothing from then on. */
export async function replaceRecoveryCode(_proof: SlotProof, _code: RecoveryCode): Promise<SlotChange> {
  throw new Error('not built yet');
}

/** Makes a passkey, or asks for one of the account, that opens the vault. */
export async function addPasskey(_proof: SlotProof, _name: string): Promise<SlotChange> {
  throw new Error('not built yet');
}

/** Removes the slot of a passkey: it logs in only from then on. */
export async function removeSlot(_id: string): Promise<void> {
  throw new Error('not built yet');
}

export async function renameSlot(_id: string, _name: string): Promise<void> {
  throw new Error('not built yet');
}
