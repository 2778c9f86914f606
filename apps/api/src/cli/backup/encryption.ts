/** Backups that only the holder of an age identity can read (https://age-encryption.org/v1). */
import type { Encrypter } from 'age-encryption';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** What an encrypted file begins with. */
export const ageHeader = 'age-encryption.org/v1';

/** A key or a file that cannot be used; the message says what to do. */
class BackupKeyRefused extends Error {
  override readonly name = 'BackupKeyRefused';
}

/**
 * Turns chunks into a stream of the web's kind, as age-encryption takes them; it reads no further than it is read. The global
 * one: Node loads it at its first use, and most starts are without it.
 */
function toWeb(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reading.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await reading.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Loaded when it is used: most starts are without it. */
const loadEncryption = () => import('age-encryption');

/** Makes the recipient of a backup from its public key. @throws BackupKeyRefused */
async function encrypterFor(recipient: string): Promise<Encrypter> {
  const { Encrypter: Made } = await loadEncryption();
  const encrypter = new Made();
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new BackupKeyRefused(`${recipient} is no public key of age. Make a pair with: age-keygen -o key.txt`, {
      cause: error,
    });
  }
  return encrypter;
}

/**
 * Encrypts a stream to a public key of age; nothing here can decrypt it.
 * @returns a transform for `pipeline`
 * @throws BackupKeyRefused at once, for anything else than a public key
 */
export async function encryptTo(
  recipient: string,
): Promise<(plain: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>> {
  const encrypter = await encrypterFor(recipient);
  return async function* encrypt(plain) {
    yield* Readable.from(await encrypter.encrypt(toWeb(plain)));
  };
}

/** The identities of a file of age: a line each, and comments. @throws the file system's error */
export async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Decrypts a stream.
 * @param file names it in errors
 * @throws BackupKeyRefused when no identity fits
 */
export async function decrypt(
  file: string,
  sealed: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  if (identities.length === 0)
    throw new BackupKeyRefused(`${file} is encrypted. Name the file of your age identity: --identity FILE`);
  const { Decrypter } = await loadEncryption();
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
    return untilItsEnd(file, await decrypter.decrypt(toWeb(sealed)));
  } catch (error) {
    throw new BackupKeyRefused(`${file} cannot be decrypted with the identity that was named.`, { cause: error });
  }
}

/** Each piece is authenticated, and the last one is marked as such. */
async function* untilItsEnd(file: string, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* plain;
  } catch (error) {
    throw new BackupKeyRefused(`${file} was changed, or is not whole: it cannot be decrypted to its end.`, {
      cause: error,
    });
  }
}
