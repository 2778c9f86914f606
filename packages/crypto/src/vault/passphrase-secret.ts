import { passphraseSpelling } from '@nuances/domain/vault/passphrase-spelling';
import { argon2id } from '../argon2id.ts';
import type { PassphraseParameters } from './passphrase-parameters.ts';

/** The secret of a passphrase's slot, 32 bytes. Takes up to two seconds and 64 MiB or more. */
export function stretchPassphrase(
  passphrase: string,
  { cost, salt }: PassphraseParameters,
): Promise<Uint8Array<ArrayBuffer>> {
  return argon2id(passphraseSpelling(passphrase), salt, cost);
}
