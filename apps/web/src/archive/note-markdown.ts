import { dayOf, isoDay } from '@nuances/domain/local-day';
import type { noteFields } from '@nuances/domain/note/fields';
import type { OpenedNote } from '@nuances/crypto/vault/export';

/** Longest part of a title in the name of a file. */
const slugMax = 40;

/** A title as part of a file name that every system takes: letters and digits of any script, joined by hyphens. */
function slugOf(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(words.join('-')).slice(0, slugMax).join('').replace(/-$/, '');
}

/** One line of a text: a title with a line break in it would end the heading. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function fileName({ _id, createdAt, title }: OpenedNote): string {
  const slug = slugOf(title);
  return `notes/${isoDay(dayOf(Date.parse(createdAt)))}${slug === '' ? '' : `-${slug}`}-${_id}.md`;
}

type CategoryNames = Readonly<Record<string, string>>;

/** Fields of a note that are below the facts, or only in the JSON. */
type Elsewhere = 'title' | 'text' | 'receivedAt' | 'revision';

function markdownOf(
  { _id, title, text, categoryId, scanResultId, createdAt, updatedAt }: OpenedNote,
  names: CategoryNames,
): string {
  const lines = {
    _id: `id: ${_id}`,
    createdAt: `created: ${createdAt}`,
    updatedAt: updatedAt == null ? null : `updated: ${updatedAt}`,
    categoryId: `category: ${JSON.stringify(names[categoryId] ?? categoryId)}`,
    scanResultId: scanResultId == null ? null : `scan: ${scanResultId}`,
  } satisfies Record<Exclude<keyof typeof noteFields, Elsewhere>, string | null>;
  const facts = Object.values(lines).filter((line) => line !== null);
  const heading = title === '' ? '' : `# ${oneLine(title)}\n\n`;
  return `---\n${facts.join('\n')}\n---\n\n${heading}${text}\n`;
}

/** One file for each note that is readable: name and Markdown. */
export function* noteFiles(notes: readonly OpenedNote[], names: CategoryNames): Generator<readonly [string, string]> {
  for (const note of notes) if (!note.encrypted) yield [fileName(note), markdownOf(note, names)];
}
