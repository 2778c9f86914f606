/** Argon2id by WebAssembly: import it in a worker whose policy allows that, and nowhere else. */
import { argon2id } from 'hash-wasm';
import type { PassphraseParameters } from './passphrase-parameters.ts';

/**
 * The secret of a passphrase's slot, 32 bytes. Takes up to two seconds and 64 MiB or more.
 *
 * One spelling: NFKC, because keyboards write one letter in several ways; and single spaces without any at the ends,
 * because keyboards of phones add them.
 */
export async function stretchPassphrase(
  passphrase: string,
  { cost, salt }: PassphraseParameters,
): Promise<Uint8Array<ArrayBuffer>> {
  const password = passphrase.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
  const { memoryKib: memorySize, passes: iterations, lanes: parallelism } = cost;
  const bytes = await argon2id({
    password,
    salt,
    memorySize,
    iterations,
    parallelism,
    hashLength: 32,
    outputType: 'binary',
  });
  return new Uint8Array(bytes);
}
