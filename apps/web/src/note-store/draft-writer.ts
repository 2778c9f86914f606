import { useEffect } from 'react';
import { canEncrypt, noteKeyOf } from './note-key.ts';
import { deleteDraft, putDraft } from './sealed-drafts.ts';

/** A draft is written this long after the last change, milliseconds. */
const writeDelayMs = 250;

/** Writes the draft of one editor during typing. */
export interface DraftWriter<Content extends object> {
  /** Writes the draft after a short delay. Null deletes it at once, so that a discarded draft cannot return. */
  readonly later: (content: Content | null) => void;
  /** Writes the draft now. */
  readonly flush: () => Promise<void>;
  /** Deletes the draft and stops writing. */
  readonly end: () => Promise<void>;
}

/**
 * @param key held while the editor is open, so that the last change is stored even when the session is lost
 * @param onKept called after each write to the device
 */
export function createDraftWriter<Content extends object>(
  owner: string,
  id: string,
  key: CryptoKey | null,
  onKept: () => void = () => undefined,
): DraftWriter<Content> {
  let next: { readonly content: Content | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let written: Promise<void> = Promise.resolve();

  const write = async (content: Content | null) => {
    if (ended || !canEncrypt()) return;
    if (!content) await deleteDraft(id);
    else if (await putDraft(key ?? (await noteKeyOf(owner)), owner, id, content)) onKept();
  };
  const flush = () => {
    clearTimeout(timer);
    if (!next) return written;
    const { content } = next;
    next = null;
    // Without the key nothing may be written; the text is still in the editor, and the next change tries again.
    written = written.then(() => write(content)).catch(() => undefined);
    return written;
  };
  return {
    later(content) {
      next = { content };
      clearTimeout(timer);
      if (content === null) void flush();
      else timer = setTimeout(() => void flush(), writeDelayMs);
    },
    flush,
    async end() {
      clearTimeout(timer);
      next = null;
      ended = true;
      await written;
      await deleteDraft(id);
    },
  };
}

/** Writes the draft before the page is hidden, left or reloaded, and when the editor closes. */
export function useFlushOnLeave(writer: Pick<DraftWriter<never>, 'flush'> | undefined): void {
  useEffect(() => {
    if (!writer) return;
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') void writer.flush();
    };
    const onLeave = () => void writer.flush();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, [writer]);
}
