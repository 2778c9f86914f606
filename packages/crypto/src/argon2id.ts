/** Argon2id (version 19) by WebAssembly, which the pages of the product do not allow: for Node, and workers whose policy does. */
import { argon2id as hash } from 'hash-wasm';

/** What Argon2id is asked to do. */
export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** 32 bytes from a secret. Takes up to two seconds, and the memory that the cost names. Rejects when there is too little. */
export async function argon2id(
  password: string | Uint8Array,
  salt: Uint8Array,
  { memoryKib: memorySize, passes: iterations, lanes: parallelism }: Argon2Cost,
): Promise<Uint8Array<ArrayBuffer>> {
  const options = { password, salt, memorySize, iterations, parallelism, hashLength: 32 } as const;
  return new Uint8Array(await hash({ ...options, outputType: 'binary' }));
}
