/**
 * What stops a move, because no key here opens it: only the person decides to go on without it. It is then deleted from the
 * server, after a file was offered that keeps it sealed.
 */
import { limits } from '@nuances/domain/limits';
import { api } from '../../api/client.ts';

/** A row that does not open, or the tags of one that does, as they are stored. */
export interface Unopened {
  readonly kind: 'note' | 'scan' | 'tags' | 'profile';
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

/** Deletes the scans and notes among them from the server. Rejects as the calls do. */
export async function deleteLeftOut(items: readonly Unopened[]): Promise<void> {
  const ids = (kind: Unopened['kind']) => items.filter((item) => item.kind === kind).map(({ _id }) => _id);
  const calls = (all: readonly string[]) =>
    Array.from({ length: Math.ceil(all.length / limits.vault.items) }, (_, at) =>
      all.slice(at * limits.vault.items, (at + 1) * limits.vault.items),
    );
  for (const scans of calls(ids('scan'))) await api.vault.remove.mutate({ scans });
  for (const notes of calls(ids('note'))) await api.vault.remove.mutate({ notes });
}
