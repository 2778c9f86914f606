import { createHmac } from 'node:crypto';
import { deriveKey, type MasterKey } from './master-key.ts';

/** Gives something that must not stand in the database, such as an address, a name it can be found by. */
export type Pseudonym = (...parts: readonly string[]) => string;

/**
 * Names that only this master key can make: 64 lower-case hexadecimal digits, the same for the same
 * parts. Whoever has the database alone cannot try out addresses against them.
 * @param label the purpose; names of two purposes never meet
 */
export function createPseudonym(master: MasterKey, label: string): Pseudonym {
  const key = deriveKey(master, `pseudonym/${label}`);
  // JSON keeps the parts apart: ['ab','c'] and ['a','bc'] differ.
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts), 'utf8').digest('hex');
}
