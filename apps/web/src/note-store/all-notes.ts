import { noteCategories } from '@nuances/domain/axes';
import { isRecord } from '@nuances/domain/record';
import { clientReading } from '../api/client.ts';
import { readList, slicesOf } from './list-stream.ts';
import type { SealedNote } from './note.ts';

/** Timeout between two pieces of an answer, milliseconds. */
const stallTimeoutMs = 20_000;

function isSealedNote(value: unknown): value is SealedNote {
  if (!isRecord(value)) return false;
  const texts = ['_id', 'title', 'text', 'createdAt', 'updatedAt'];
  const { scanResultId, revision, categoryId, sealed } = value;
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    (typeof sealed === 'string' || noteCategories.some((category) => category === categoryId)) &&
    (scanResultId === null || typeof scanResultId === 'string') &&
    typeof revision === 'number'
  );
}

/** The entries that are notes; entries in an unknown form are skipped. */
function notesIn(entries: readonly unknown[]): readonly SealedNote[] {
  const notes = entries.filter(isSealedNote);
  if (notes.length < entries.length) console.warn('notes in an unknown form', entries.length - notes.length);
  return notes;
}

/** A timer that aborts unless it is postponed within the timeout. */
function stallTimer() {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const postpone = () => {
    stop();
    timer = setTimeout(() => stalled.abort(), stallTimeoutMs);
  };
  return { signal: stalled.signal, postpone, stop };
}

/** The text of an answer, piece by piece. */
async function* textOf({ body }: Response, { postpone, stop }: ReturnType<typeof stallTimer>): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    postpone();
    // The timer stops here: the work on a piece does not count.
    const piece = await reader.read().finally(stop);
    if (piece.done) return;
    yield* slicesOf(decoder.decode(piece.value, { stream: true }));
  }
}

/**
 * Fetches all notes, newest first, and passes them on as they arrive; waits for each call of `onNotes`. Rejects like
 * every call of the tRPC client.
 * @returns the hash of exactly this list
 */
export async function readAllNotes(onNotes: (notes: readonly SealedNote[]) => Promise<void>): Promise<string> {
  const timer = stallTimer();
  const client = clientReading((response) =>
    readList(textOf(response, timer), 'notes', (entries) => onNotes(notesIn(entries))),
  );
  timer.postpone();
  const { hash } = await client.notes.all.query(undefined, { signal: timer.signal }).finally(timer.stop);
  return hash;
}
