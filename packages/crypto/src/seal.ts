import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, fingerprint, type MasterKey, type MasterKeys } from './master-key.ts';

/**
 * Associated data of a sealed value, for example user id and key version. It is authenticated, not
 * stored: the value opens only with the same context.
 */
export type SealContext = readonly (string | number)[];

/** A sealed value that no available key opens, that was altered, or that has another context. */
export class SealInvalid extends Error {
  override readonly name = 'SealInvalid';
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes at rest with AES-256-GCM under a key derived for `label`.
 * @returns `v1.<key id>.<base64url of IV 12 | tag 16 | ciphertext>`
 */
export function seal(master: MasterKey, label: string, context: SealContext, bytes: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(master, label), iv);
  cipher.setAAD(associatedData(label, context));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return `${sealPrefix(master)}${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
}

/**
 * Opens what {@link seal} made with the current or the previous master key.
 * @throws SealInvalid
 */
export function open(keys: MasterKeys, label: string, context: SealContext, sealed: string): Buffer {
  const master = [keys.current, keys.previous].find((key) => key !== null && isSealedBy(key, sealed));
  if (!master) throw new SealInvalid('None of the master keys made this seal');
  const body = sealed.slice(sealPrefix(master).length);
  const bytes = Buffer.from(body, 'base64url');
  // Buffer drops what is not base64url; a seal has exactly one spelling.
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== body) {
    throw new SealInvalid('The sealed value is malformed');
  }
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(master, label), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(label, context));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new SealInvalid('The sealed value was altered or belongs elsewhere', { cause });
  }
}

/** Whether this master key made the seal, by its key id alone: for counting what is left to rotate. */
export function isSealedBy(master: MasterKey, sealed: string): boolean {
  return sealed.startsWith(sealPrefix(master));
}

/** Prefix of every seal of this master key, by which a database can count seals. */
export function sealPrefix(master: MasterKey): string {
  return `v1.${fingerprint(master).slice(0, 16)}.`;
}

/** JSON keeps the parts apart: ['ab','c'] and ['a','bc'] differ, so do 1 and '1'. */
function associatedData(label: string, context: SealContext): Buffer {
  return Buffer.from(JSON.stringify(['nuances', 'v1', label, ...context]), 'utf8');
}

/** The account and the version of a key; both are authenticated by the seal. */
export interface UserKeyPlace {
  readonly userId: string;
  readonly keyVersion: number;
}

const USER_KEY = 'user-key';

/** The version of an account's first note key. */
export const firstUserKeyVersion = 1;

/** A new note key: 256 random bits as 64 lower-case hexadecimal digits. */
export function newUserKey(): string {
  return randomBytes(32).toString('hex');
}

/**
 * Seals a person's note key for the database.
 * @param userKeyHex 64 hexadecimal digits
 * @throws RangeError when it is not
 */
export function sealUserKey(master: MasterKey, place: UserKeyPlace, userKeyHex: string): string {
  if (!/^[0-9a-f]{64}$/i.test(userKeyHex)) throw new RangeError('A user key is 64 hexadecimal digits');
  return seal(master, USER_KEY, contextOf(place), Buffer.from(userKeyHex, 'hex'));
}

/**
 * Opens a sealed note key with the current or the previous master key.
 * @returns 64 lower-case hexadecimal digits
 * @throws SealInvalid when altered, made by an unknown master key, or sealed for another user or version
 */
export function openUserKey(keys: MasterKeys, place: UserKeyPlace, sealed: string): string {
  const bytes = open(keys, USER_KEY, contextOf(place), sealed);
  if (bytes.length !== 32) throw new SealInvalid('The seal holds no user key');
  return bytes.toString('hex');
}

function contextOf({ userId, keyVersion }: UserKeyPlace): readonly [string, number] {
  return [userId.toLowerCase(), keyVersion];
}

/**
 * Whether a note key has sealed an envelope of version 1 (`note-envelope.ts`): its tag is verified, and what is in it is thrown
 * away. On the server, which opens no note.
 * @param userKey 64 hexadecimal digits
 */
export function isSealedWith(userKey: string, envelope: string): boolean {
  const bytes = Buffer.from(envelope, 'base64');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  if (tag.length < TAG_BYTES) return false;
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(userKey, 'hex'), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).fill(0);
  try {
    decipher.final();
    return true;
  } catch {
    return false;
  }
}
