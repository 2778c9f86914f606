import { randomBytes } from 'node:crypto';
import type { MasterKey, MasterKeys } from './master-key.ts';
import { open, seal, SealInvalid } from './seal.ts';

/** The account and the version of a key; both are authenticated by the seal. */
export interface UserKeyPlace {
  readonly userId: string;
  readonly keyVersion: number;
}

const LABEL = 'user-key';

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
  return seal(master, LABEL, contextOf(place), Buffer.from(userKeyHex, 'hex'));
}

/**
 * Opens a sealed note key with the current or the previous master key.
 * @returns 64 lower-case hexadecimal digits
 * @throws SealInvalid when altered, made by an unknown master key, or sealed for another user or version
 */
export function openUserKey(keys: MasterKeys, place: UserKeyPlace, sealed: string): string {
  const bytes = open(keys, LABEL, contextOf(place), sealed);
  if (bytes.length !== 32) throw new SealInvalid('The seal holds no user key');
  return bytes.toString('hex');
}

function contextOf({ userId, keyVersion }: UserKeyPlace): readonly [string, number] {
  return [userId.toLowerCase(), keyVersion];
}
