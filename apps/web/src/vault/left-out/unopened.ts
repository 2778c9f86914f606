/**
 * What stops a move, because no key here opens it: only the person decides to go on without it. It is then deleted from the
 * server, after a file was offered that keeps it sealed.
 */
import { api } from '../../api/client.ts';
import { sendInBatches } from '../move-batches.ts';

/** A row that does not open, or the tags of one that does, as they are stored. */
export interface Unopened {
  readonly kind: 'note' | 'scan' | 'tags' | 'moods' | 'profile';
  /** Of the profile: the account's. */
  readonly _id: string;
  readonly keyVersion: number;
  /** Null for the profile, whose time nothing says. */
  readonly createdAt: string | null;
  /** Envelopes; a note of before the vault has two, a scan may have one of its tags. */
  readonly sealed: readonly string[];
}

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
  const send = (kind: Unopened['kind'], remove: (rows: { _id: string; sealed: string[] }[]) => Promise<unknown>) =>
    sendInBatches(
      items.filter((item) => item.kind === kind),
      ({ _id, sealed }) => Promise.resolve({ _id, sealed: [...sealed] }),
      async (rows) => void (await remove([...rows])),
    );
  await send('scan', (scans) => api.vault.removeUnopened.mutate({ scans }));
  await send('note', (notes) => api.vault.removeUnopened.mutate({ notes }));
  await send('moods', (moods) => api.vault.removeUnopened.mutate({ moods }));
}
