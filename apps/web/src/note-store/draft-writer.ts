import { useEffect } from 'react';
import { onLock, type LockListener } from '../keys/lock-listeners.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { deviceKeyOf, knownDeviceKey } from '../keys/device-key.ts';
import { canEncrypt } from '../keys/note-key.ts';
import { deleteDraft, putDraft, type DraftEditor } from './sealed-drafts.ts';

/** A change is written at most this much later, milliseconds: also while somebody types without a pause. */
const writeDelayMs = 250;

/** Writes the draft of one editor during typing. */
export interface DraftWriter<Content extends object> {
  /** Writes the draft after a short delay. Null deletes it at once, so that a discarded draft cannot return. */
  readonly later: (content: Content | null) => void;
  /** Writes the draft now. */
  readonly flush: () => Promise<void>;
  /** Writes the draft as its editor closes; from then on it may be deleted, or gone on with elsewhere, and stays so. */
  readonly rest: () => Promise<void>;
  /** Writes the draft before a lock. Resolves with whether something was typed that is not saved. */
  readonly seal: () => Promise<boolean>;
  /** After a lock: what is written is not written again, which without its key would count as not kept. */
  readonly drop: () => void;
  /** Deletes the draft and stops writing. */
  readonly end: () => Promise<void>;
}

/**
 * @param key held while the editor is open, so that the last change is stored even when the session is lost; that of a vault
 * is not, because a lock ends it and a move replaces it
 * @param onWritten called after each write, with whether the device has stored it: it may be full
 * @param editor of a note, see {@link DraftEditor}
 */
export function createDraftWriter<Content extends object>(
  owner: string,
  id: string,
  key: CryptoKey | null,
  onWritten: (isStored: boolean) => void = () => undefined,
  editor: DraftEditor | null = null,
): DraftWriter<Content> {
  /** What the editor has; null before its first change. */
  let latest: { readonly content: Content | null; isWritten: boolean } | null = null;
  let isHolding = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let written: Promise<void> = Promise.resolve();

  const held = hasVault(owner) ? null : key;
  // A vault may have begun or ended since: what the device has now comes first.
  const keyNow = async () => (await knownDeviceKey(owner)) ?? (hasVault(owner) ? null : held) ?? deviceKeyOf(owner);
  const write = async (content: Content | null) => {
    if (ended || !canEncrypt()) return true;
    if (!content) {
      await deleteDraft(id, editor);
      return true;
    }
    const isStored = await putDraft(keyNow, owner, id, content, editor);
    onWritten(isStored);
    return isStored;
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const change = latest;
    // Beside another editor what is written is written again: that one may have found it, and replaced it.
    if (!change || (change.isWritten && (editor === null || change.content === null))) return written;
    // Without the key nothing may be written; the text is still in the editor, and the next change or flush tries again.
    written = write(change.content).then(
      (isStored) => {
        change.isWritten = isStored;
      },
      () => undefined,
    );
    return written;
  };
  const drop = () => {
    if (latest?.isWritten) latest = null;
  };
  return {
    later(content) {
      latest = { content, isWritten: false };
      isHolding = content !== null;
      if (content === null) void flush();
      // One write at a time: on a slow disk the last one must not wait for all before it.
      else timer ??= setTimeout(() => void written.then(flush), writeDelayMs);
    },
    flush,
    rest: () => flush().then(drop),
    async seal() {
      await flush();
      return isHolding;
    },
    drop,
    async end() {
      clearTimeout(timer);
      latest = null;
      isHolding = false;
      ended = true;
      await written;
      await deleteDraft(id, editor);
    },
  };
}

/** Writes the draft before the page is hidden, left, reloaded or locked, and when the editor closes. */
export function useFlushOnLeave(writer: (Pick<DraftWriter<never>, 'flush'> & LockListener) | undefined): void {
  useEffect(() => {
    if (!writer) return;
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') void writer.flush();
    };
    const onLeave = () => void writer.flush();
    document.addEventListener('visibilitychange', onVisibility);
    // A page that is loaded again ends with `pagehide`, before anything is sealed; it runs on from here until the next one comes.
    window.addEventListener('beforeunload', onLeave);
    window.addEventListener('pagehide', onLeave);
    // The editor itself goes with the screen.
    const stopSealing = onLock(writer);
    return () => {
      stopSealing();
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('beforeunload', onLeave);
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, [writer]);
}
