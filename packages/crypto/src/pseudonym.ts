import { createHmac } from 'node:crypto';
import { deriveKey, type MasterKey } from './master-key.ts';

/** Maps a value that must not be stored, such as a network address, to a stable key. */
export type Pseudonym = (...parts: readonly string[]) => string;

/**
 * HMACs under a key derived from the master key: 64 lower-case hexadecimal digits, the same for the same
 * parts. With the database alone, addresses cannot be tried against them.
 * @param label the purpose; the same value has another pseudonym for each purpose
 */
export function createPseudonym(master: MasterKey, label: string): Pseudonym {
  const key = deriveKey(master, `pseudonym/${label}`);
  // JSON keeps the parts apart: ['ab','c'] and ['a','bc'] differ.
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts), 'utf8').digest('hex');
}
