import type { VaultSlot } from '../../keys/vault-view.ts';
import type { Unopened } from '../../keys/vault-view.ts';

/** The text of a file with what a move leaves out, still sealed, and the ways to the keys that it was sealed with. */
export function leftOutFile(userId: string, slots: readonly VaultSlot[], items: readonly Unopened[]): string {
  const ways = slots.map(({ id, kind, keyVersion, parameters, wrapped }) => ({
    id,
    kind,
    keyVersion,
    parameters,
    wrapped,
  }));
  return JSON.stringify({ version: 1, userId, slots: ways, items }, null, 2);
}
