/**
 * What stops a move, because no key here opens it: only the person decides to go on without it. It is then deleted from the
 * server, after a file was offered that keeps it sealed.
 */
import { api } from '../../api/client.ts';
import type { Unopened } from '../../keys/vault-view.ts';
import { vaultBatches } from '../vault-batches.ts';

/** By all that is stored of it: a choice is about what the person was told of, and nothing that came since. */
const nameOf = ({ kind, _id, sealed }: Unopened) => [kind, _id, ...sealed].join(' ');

let chosen: ReadonlySet<string> = new Set();

/** The person goes on without these, in this page. */
export function leaveOut(items: readonly Unopened[]): void {
  chosen = new Set([...chosen, ...items.map(nameOf)]);
}

/** Whether the person has decided to go on without it. */
export function isLeftOut(item: Unopened): boolean {
  return chosen.has(nameOf(item));
}

/** Deletes the scans, notes and moods among them from the server, unless stored anew since. Rejects as the calls do. */
export async function deleteLeftOut(items: readonly Unopened[]): Promise<void> {
  const rowsOf = (kind: Unopened['kind']) =>
    vaultBatches(
      items.filter((item) => item.kind === kind),
      async ({ _id, sealed }) => ({ _id, sealed: [...sealed] }),
    );
  for await (const scans of rowsOf('scan')) await api.vault.removeUnopened.mutate({ scans });
  for await (const notes of rowsOf('note')) await api.vault.removeUnopened.mutate({ notes });
  for await (const moods of rowsOf('moods')) await api.vault.removeUnopened.mutate({ moods });
}
