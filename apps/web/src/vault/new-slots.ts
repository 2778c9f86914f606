import type { AccountKey } from '@nuances/crypto/vault/account-key';
import { newPassphraseParameters, readPassphraseParameters } from '@nuances/crypto/vault/passphrase-parameters';
import { recoverySecret, type RecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { wrapAccountKey, type SlotKind } from '@nuances/crypto/vault/slot';
import { randomUuid } from '../browser/uuid.ts';
import { stretchInWorker } from './stretch-in-worker.ts';

/** A slot as it is sent to the server. */
export interface NewSlot {
  readonly id: string;
  readonly kind: SlotKind;
  readonly parameters: string;
  readonly wrapped: string;
  /** Of a passkey; empty for the others. */
  readonly name: string;
}

/** Whose account key is wrapped. */
export interface WrappedKey {
  readonly userId: string;
  readonly keyVersion: number;
  readonly accountKey: AccountKey;
}

/** The secret of a passkey's slot, with what the slot says of it. */
export interface PasskeyWay {
  readonly parameters: string;
  readonly name: string;
  readonly secret: Uint8Array<ArrayBuffer>;
}

async function slotOf(
  { userId, keyVersion, accountKey }: WrappedKey,
  { kind, parameters, name }: Pick<NewSlot, 'kind' | 'parameters' | 'name'>,
  secret: Uint8Array<ArrayBuffer>,
): Promise<NewSlot> {
  const id = randomUuid();
  const wrapped = await wrapAccountKey(secret, { userId, slotId: id, kind, keyVersion, parameters }, accountKey);
  return { id, kind, parameters, wrapped, name };
}

/** Takes up to two seconds. @throws StretchFailed */
export async function passphraseSlot(key: WrappedKey, passphrase: string): Promise<NewSlot> {
  const parameters = newPassphraseParameters();
  const secret = await stretchInWorker(passphrase, readPassphraseParameters(parameters));
  return slotOf(key, { kind: 'passphrase', parameters, name: '' }, secret);
}

export function recoverySlot(key: WrappedKey, code: RecoveryCode): Promise<NewSlot> {
  return slotOf(key, { kind: 'recovery', parameters: '', name: '' }, recoverySecret(code));
}

export function passkeySlot(key: WrappedKey, { parameters, name, secret }: PasskeyWay): Promise<NewSlot> {
  return slotOf(key, { kind: 'passkey', parameters, name }, secret);
}

/** The slots of a new account key. Takes up to two seconds. @throws StretchFailed */
export function newSlots(
  key: WrappedKey,
  ways: { readonly passphrase: string; readonly recoveryCode: RecoveryCode; readonly passkeys: readonly PasskeyWay[] },
): Promise<NewSlot[]> {
  return Promise.all([
    passphraseSlot(key, ways.passphrase),
    recoverySlot(key, ways.recoveryCode),
    ...ways.passkeys.map((passkey) => passkeySlot(key, passkey)),
  ]);
}
