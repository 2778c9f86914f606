import { openText, sealText, type NoteKey } from '@nuances/crypto/note-envelope';
import { noteExcess } from '@nuances/domain/notes';
import { tagsOfText, textOfTags } from '@nuances/domain/scan/tags';
import { NuancesError } from './nuances-error.ts';

/** Title and text of a note: readable here, envelopes where the product has them. */
export interface NoteTexts {
  readonly title: string;
  readonly text: string;
}

/**
 * @param note may come from a program without types: what is no text would be sealed, and open nowhere
 * @throws NuancesError `noteTitleTooLong`, `noteTextTooLong` or `tooLarge` for more than a note may hold, `badRequest` for no text
 */
export function checkNote(note: { readonly title: unknown; readonly text: unknown }): asserts note is NoteTexts {
  const { title, text } = note;
  if (typeof title !== 'string' || typeof text !== 'string')
    throw new NuancesError('badRequest', 'Title and text of a note are strings');
  const excess = noteExcess({ title, text });
  if (!excess) return;
  const { code, field, unit, length, max } = excess;
  throw new NuancesError(code, `This note cannot be stored: its ${field} has ${length} ${unit}, ${max} at most`);
}

/**
 * The text that is sealed for tags; null for none.
 * @throws NuancesError `badRequest`
 */
export function checkTags(tags: readonly string[]): string | null {
  try {
    return textOfTags(tags);
  } catch (cause) {
    throw new NuancesError('badRequest', 'A scan takes 8 different words of at most 24 characters', { cause });
  }
}

/**
 * Seals a note before it is sent; the product never reads it.
 * @throws NuancesError `noteTitleTooLong`, `noteTextTooLong` or `tooLarge` for more than a note may hold
 */
export async function sealNote(
  key: NoteKey,
  { title = '', text }: { readonly title?: string; readonly text: string },
): Promise<NoteTexts> {
  checkNote({ title, text });
  const [sealedTitle, sealedText] = await Promise.all([sealText(key, title), sealText(key, text)]);
  return { title: sealedTitle, text: sealedText };
}

/** Opens a note as it was received, its other fields untouched; null when the key does not open it. */
export async function openNote<Note extends NoteTexts>(key: NoteKey, note: Note): Promise<Note | null> {
  try {
    const [title, text] = await Promise.all([openText(key, note.title), openText(key, note.text)]);
    return { ...note, title, text };
  } catch {
    return null;
  }
}

/**
 * Seals the words of a scan, for `tags` of `results.create` and `results.setTags`; null for none.
 * @throws NuancesError `badRequest` for more than 8, for one of more than 24 characters, and for one that is there twice
 */
export async function sealTags(key: NoteKey, tags: readonly string[]): Promise<string | null> {
  const text = checkTags(tags);
  return text === null ? null : sealText(key, text);
}

/** The words in the `tags` of a scan; null when the key does not open them. */
export async function openTags(key: NoteKey, tags: string | null): Promise<readonly string[] | null> {
  if (tags === null) return [];
  return openText(key, tags).then(tagsOfText, () => null);
}
