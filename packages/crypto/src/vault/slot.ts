/**
 * Slots: the account key, wrapped once for each way to open the vault. A wrap is `w1.` and base64(commitment 32 | IV 12 |
 * ciphertext 32 | tag 16), AES-256-GCM. The commitment is derived from the secret beside the key: AES-GCM alone does not
 * commit to its key, and a server could make one wrap that opens with many passphrases, to learn which one was typed.
 */
import { fromBase64, toBase64 } from '../base64.ts';
import { isAccountKey, type AccountKey } from './account-key.ts';
import { associatedData } from './associated-data.ts';
import { derivation, importSecret } from './derivation.ts';

/** The ways to open a vault. */
export type SlotKind = 'passphrase' | 'recovery' | 'passkey';

/** What a wrap is bound to. It is authenticated, not contained: the wrap opens only with the same values. */
export interface SlotPlace {
  readonly userId: string;
  readonly slotId: string;
  readonly kind: SlotKind;
  /** Number of the account key: 1, and one more for each renewal. */
  readonly keyVersion: number;
  /** The parameters of the kind, as the server stores them. */
  readonly parameters: string;
}

/** The secret does not open the wrap, or the wrap was altered or belongs elsewhere. */
export class WrapBroken extends Error {
  override readonly name = 'WrapBroken';
}

const prefix = 'w1.';
const commitmentBytes = 32;
const ivBytes = 12;
const wrapBytes = commitmentBytes + ivBytes + 32 + 16;

async function keysOf(secret: Uint8Array<ArrayBuffer>, kind: SlotKind) {
  const input = await importSecret(secret);
  const [key, commitment] = await Promise.all([
    crypto.subtle.deriveKey(derivation(`wrap/${kind}`), input, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
    crypto.subtle.deriveBits(derivation(`commitment/${kind}`), input, 8 * commitmentBytes),
  ]);
  return { key, commitment: new Uint8Array(commitment) };
}

const dataOf = ({ userId, slotId, kind, keyVersion, parameters }: SlotPlace) =>
  associatedData(1, userId, slotId, kind, keyVersion, parameters);

/**
 * Wraps the account key.
 * @param secret of the slot: from `stretchPassphrase`, `recoverySecret` or `passkeySecret`
 */
export async function wrapAccountKey(
  secret: Uint8Array<ArrayBuffer>,
  place: SlotPlace,
  accountKey: AccountKey,
): Promise<string> {
  const { key, commitment } = await keysOf(secret, place.kind);
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const parameters = { name: 'AES-GCM', iv, additionalData: dataOf(place) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, key, accountKey));
  const wrap = new Uint8Array(wrapBytes);
  wrap.set(commitment);
  wrap.set(iv, commitmentBytes);
  wrap.set(sealed, commitmentBytes + ivBytes);
  return prefix + toBase64(wrap);
}

/**
 * Opens what {@link wrapAccountKey} made.
 * @throws WrapBroken
 */
export async function unwrapAccountKey(
  secret: Uint8Array<ArrayBuffer>,
  place: SlotPlace,
  wrapped: string,
): Promise<AccountKey> {
  const wrap = wrapped.startsWith(prefix) ? fromBase64(wrapped.slice(prefix.length)) : null;
  if (wrap?.length !== wrapBytes) throw new WrapBroken('This is no wrap');
  const { key, commitment } = await keysOf(secret, place.kind);
  // Compared on the person's own device, where the time that it takes tells nobody anything.
  if (!commitment.every((byte, index) => byte === wrap[index])) throw new WrapBroken('Another secret made this wrap');
  const iv = wrap.subarray(commitmentBytes, commitmentBytes + ivBytes);
  const parameters = { name: 'AES-GCM', iv, additionalData: dataOf(place) };
  try {
    const sealed = wrap.subarray(commitmentBytes + ivBytes);
    const opened = new Uint8Array(await crypto.subtle.decrypt(parameters, key, sealed));
    if (isAccountKey(opened)) return opened;
  } catch {
    // Thrown below.
  }
  throw new WrapBroken('The wrap was altered or belongs elsewhere');
}
