import { currentSession } from '../session/session-store.ts';
import { openNote } from './envelopes.ts';
import { nextTask } from '../browser/next-task.ts';
import { noteKeyOf } from './note-key.ts';
import type { SealedNote } from './note.ts';

/** Notes opened before the page gets its turn. */
const batch = 50;

/**
 * Notes as their writer takes them away: readable, and marked `encrypted` where they cannot be opened,
 * with their values as they are stored.
 */
export async function readableNotes(sealed: readonly SealedNote[]) {
  const session = currentSession();
  const key = session.status === 'in' ? await noteKeyOf(session.userId).catch(() => null) : null;
  const open = async (stored: SealedNote) => {
    const note = key && (await openNote(key, stored));
    if (!note || note.locked) return { ...stored, encrypted: true };
    return { ...stored, title: note.title, text: note.text, encrypted: false };
  };
  const readable: Awaited<ReturnType<typeof open>>[] = [];
  for (let at = 0; at < sealed.length; at += batch) {
    readable.push(...(await Promise.all(sealed.slice(at, at + batch).map(open))));
    await nextTask();
  }
  return readable;
}
