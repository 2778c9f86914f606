import type { RowKeys } from '@nuances/crypto/vault/rows';
import { toApiError } from '@nuances/domain/api-error';
import { api } from '../api/client.ts';
import { withWebLock } from '../browser/web-lock.ts';
import { formerNoteKeys, freshNoteKeyOf, knownNoteKey } from '../keys/note-key.ts';
import { isLoggedIn } from '../session/session-store.ts';
import { isSilence } from '../api/is-silence.ts';
import { applyVaultState } from './follow-state.ts';
import { onKeysChange, vaultKeys } from '../keys/keyring.ts';
import { movePass, PassStopped } from './move-pass.ts';
import { showMove } from './move-progress.ts';
import { leaveOut } from './left-out/unopened.ts';
import { announceEnd, isEndAsked } from './succession.ts';
import { leaveServerKey } from './vault-end.ts';
import { type MoveProgress, showVault, vaultState } from '../keys/vault-view.ts';

/** Tabs move one at a time. */
const moveLock = 'nuances-vault-move';
/** Pause before another try, after items that could not be moved, or without an answer; milliseconds. */
const retryMs = 30_000;

/** Account whose move runs in this tab; null for none. */
let running: string | null = null;
/** Something happened while it ran, and it may have looked before: whether the next one `asks` the server. */
let again: 'asks' | 'answered' | null = null;
let isPaused = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(state: MoveProgress['state']): void {
  showMove({ state });
}

/** How a round of a move ended: it is over, is worth another round at once, or has to wait. */
type Round = 'over' | 'again' | Exclude<MoveProgress['state'], 'running'>;

/** @param isAnswered the server was asked just now: without a move, only its key is left that may still be here */
async function round(owner: string, isAnswered: boolean): Promise<Round> {
  // Also lets whoever took the keys in show the state that belongs to them.
  const serverKey = await knownNoteKey(owner);
  const { mode, warning } = vaultState();
  if (isAnswered && mode !== 'moving') {
    if (mode === 'vault' && warning === null && serverKey && vaultKeys(owner)) await leaveServerKey();
    return 'over';
  }
  const state = await api.vault.state.query();
  const known = await applyVaultState(owner, state);
  const vault = vaultKeys(owner);
  if (!vault) return 'over';
  // The answer to the end was lost, or another device made the move.
  if (known?.mode === 'vault' && (await knownNoteKey(owner))) await leaveServerKey();
  if (known?.mode !== 'moving') return 'over';
  if (known.target === 'server' && !(await isEndAsked(known, vault.versions, state.manifest))) {
    showVault({ warning: 'mode' });
    return 'over';
  }
  if (known.target === 'server') await announceEnd(known, vault.versions, state.manifest);
  const isRenewal = known.target === 'vault' && known.since !== null;
  // A device may still hold a key from before a vault, which is nobody's any more.
  const noteKey = isRenewal ? null : await freshNoteKeyOf(owner);
  const { versions, writes } = vault;
  const keys: RowKeys = { owner, versions, writes, noteKey, formerNoteKeys: await formerNoteKeys(owner) };
  let moved = 0;
  const isStopped = () => isPaused || vaultKeys(owner) === null || !isLoggedIn(owner);
  const { failed, unopened, isKeyMissing, isProfileChanged } = await movePass(known, keys, {
    isStopped,
    onCount: (counts) => showMove({ counts, state: 'running' }),
    onMoved: (kind, items) => {
      moved += items;
      showMove({ moved: { [kind]: items } });
    },
  });
  showMove({ failed, unopened });
  // With rows left the end is not even asked for: an instance of before there were moods counts none.
  if (failed + unopened.length === 0) {
    const { isFinished, state: after } = await api.vault.finish.mutate({ keyVersion: known.keyVersion });
    if (isFinished) {
      const ended = await applyVaultState(owner, after);
      if (ended?.mode === 'vault') await leaveServerKey();
      return 'over';
    }
  }
  if (moved > 0 || isProfileChanged) return 'again';
  return isKeyMissing && unopened.length > 0 ? 'closed' : 'stuck';
}

/** Why a round stopped. */
function roundOf(error: unknown): Round {
  if (error instanceof PassStopped) return isPaused ? 'paused' : 'over';
  const failure = toApiError(error);
  if (failure.code === 'vaultChanged') return 'again';
  return isSilence(failure) ? 'offline' : 'stuck';
}

async function runToEnd(owner: string, isAnswered: boolean): Promise<void> {
  for (let fruitless = 0; fruitless < 3; fruitless += 1) {
    const before = vaultState().progress?.done ?? 0;
    const outcome = await round(owner, isAnswered).catch(roundOf);
    if (outcome === 'over' || !isLoggedIn(owner)) return;
    if ((vaultState().progress?.done ?? 0) > before) fruitless = 0;
    if (outcome === 'again') continue;
    show(outcome);
    if (outcome === 'offline' || outcome === 'stuck') timer = setTimeout(() => continueMove(owner), retryMs);
    return;
  }
  show('stuck');
  timer = setTimeout(() => continueMove(owner), retryMs);
}

/**
 * Goes on with the move of an account, if there is one. Nothing happens while the vault is closed, or the move runs already.
 * @param isAnswered whether the state of the vault that is shown was just answered: the server is asked again in a move only
 */
export function continueMove(owner: string, isAnswered = false): void {
  clearTimeout(timer);
  if (running !== null || isPaused || !isLoggedIn(owner) || vaultKeys(owner) === null) return;
  running = owner;
  void withWebLock(
    moveLock,
    () => runToEnd(owner, isAnswered),
    () => show('elsewhere'),
  )
    .catch(() => undefined)
    .finally(() => {
      running = null;
      const next = again;
      again = null;
      if (next !== null) continueMove(owner, next === 'answered');
    });
}

/** As {@link continueMove}, and once more where it runs. */
export function continueAfterChoice(owner: string): void {
  again = running === null ? null : 'asks';
  continueMove(owner);
}

/** As {@link continueAfterChoice}, after what the server has just answered. */
export function continueAfterAnswer(owner: string): void {
  again = running === null ? null : (again ?? 'answered');
  continueMove(owner, true);
}

/** Stops moving in this tab, until it is told to go on. */
export function setMovePaused(paused: boolean): void {
  isPaused = paused;
  if (paused) show('paused');
}

/** The person goes on without what does not open, as far as it was shown. */
export function moveWithout(owner: string): void {
  leaveOut(vaultState().progress?.unopened ?? []);
  continueAfterChoice(owner);
}

/** Starts following the keys, once. They come from what the server answered, or another tab did. */
export function followMoves(owner: () => string | null): void {
  onKeysChange(() => {
    const current = owner();
    if (current !== null) continueMove(current, true);
  });
}
