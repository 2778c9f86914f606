import type { AccountKey } from './account-key.ts';
import { fingerprintWords } from './fingerprint-words.ts';

const words = 8;
const bitsOfWord = 10;

/** Eight words by which people compare an account key on two devices: the first 80 bits of a hash of it. */
export async function keyFingerprint(accountKey: AccountKey): Promise<readonly string[]> {
  const label = new TextEncoder().encode('nuances/vault/1/fingerprint');
  const input = new Uint8Array(label.length + accountKey.length);
  input.set(label);
  input.set(accountKey, label.length);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', input));
  const bits = Array.from(hash, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: words }, (_, index) => {
    const word = fingerprintWords[Number.parseInt(bits.slice(bitsOfWord * index, bitsOfWord * (index + 1)), 2)];
    if (word === undefined) throw new RangeError('The list of words is too short');
    return word;
  });
}
