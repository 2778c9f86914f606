import type { Unopened } from '../keys/vault-view.ts';
import { type MoveProgress, showVault, vaultState } from '../keys/vault-view.ts';

type Parts = MoveProgress['parts'];
type Kind = keyof Parts;

const noParts: Parts = {
  notes: { done: 0, total: 0 },
  scans: { done: 0, total: 0 },
  moods: { done: 0, total: 0 },
  profile: { done: 0, total: 0 },
};

const initial: MoveProgress = { done: 0, total: 0, parts: noParts, state: 'running', failed: 0, unopened: [] };

/** What changes of a move's progress. */
interface ProgressChange {
  readonly state?: MoveProgress['state'];
  readonly failed?: number;
  readonly unopened?: readonly Unopened[];
  /** Items there are, and those that are left. */
  readonly counts?: Readonly<Record<Kind, { readonly total: number; readonly left: number }>>;
  /** Items that were moved since. */
  readonly moved?: Partial<Readonly<Record<Kind, number>>>;
}

function withParts(progress: MoveProgress, partOf: (kind: Kind) => Parts[Kind]): MoveProgress {
  const kinds = ['notes', 'scans', 'moods', 'profile'] as const;
  const parts = { notes: partOf('notes'), scans: partOf('scans'), moods: partOf('moods'), profile: partOf('profile') };
  const sum = (name: 'done' | 'total') => kinds.reduce((all, kind) => all + parts[kind][name], 0);
  return { ...progress, parts, done: sum('done'), total: sum('total') };
}

/** Shows how far the move of the account is; nothing without one. */
export function showMove({ state, counts, moved, ...left }: ProgressChange): void {
  const { mode, progress } = vaultState();
  if (mode !== 'moving') return;
  let next = progress ?? initial;
  if (counts)
    next = withParts(next, (kind) => ({ total: counts[kind].total, done: counts[kind].total - counts[kind].left }));
  if (moved)
    next = withParts(next, (kind) => {
      const { done, total } = next.parts[kind];
      return { total, done: Math.min(total, done + (moved[kind] ?? 0)) };
    });
  showVault({ progress: { ...next, ...left, state: state ?? next.state } });
}
