/** Argon2id by WebAssembly, which the pages of the product do not allow. */
import { argon2id } from 'hash-wasm';
import type { Stretch } from './passphrase-seal.ts';

export const stretchByWasm: Stretch = (password, salt, { memoryKib, passes, lanes }) =>
  argon2id({
    password,
    salt,
    memorySize: memoryKib,
    iterations: passes,
    parallelism: lanes,
    hashLength: 32,
    outputType: 'binary',
  });
