import { argon2id } from '../argon2id.ts';
import type { PassphraseParameters } from './passphrase-parameters.ts';

/**
 * The secret of a passphrase's slot, 32 bytes. Takes up to two seconds and 64 MiB or more.
 *
 * One spelling: NFKC, because keyboards write one letter in several ways; and single spaces without any at the ends,
 * because keyboards of phones add them.
 */
export function stretchPassphrase(
  passphrase: string,
  { cost, salt }: PassphraseParameters,
): Promise<Uint8Array<ArrayBuffer>> {
  return argon2id(passphrase.normalize('NFKC').trim().replaceAll(/\s+/g, ' '), salt, cost);
}
