import { EnvelopeBroken, openText } from '@nuances/crypto/note-envelope';

/**
 * Opens an envelope of version 1, which does not say which key has sealed it, with the first that does.
 * @throws EnvelopeBroken when none of them opens it
 */
export async function openWith(keys: readonly CryptoKey[], envelope: string): Promise<string> {
  let failure: unknown = new EnvelopeBroken('There is no key');
  for (const key of keys) {
    try {
      return await openText(key, envelope);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
