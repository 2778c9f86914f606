import { itemAt } from './item-at.ts';

/**
 * A text on one line: whole where it has room, otherwise cut after a word, with an ellipsis (SPEC.md NOTE-6). A first word
 * that does not fit is cut inside.
 * @param hasRoom whether a text has room; a shorter text must have room where a longer one does
 */
export function cutText(text: string, hasRoom: (text: string) => boolean): string {
  const whole = text.replace(/\s+/gu, ' ').trim();
  if (hasRoom(whole)) return whole;
  const words = whole.split(' ');
  for (let count = words.length - 1; count > 0; count -= 1) {
    // Without the lookbehind, a long run of marks inside the text would be tried from each of them.
    const cut = `${words
      .slice(0, count)
      .join(' ')
      .replace(/(?<![\s,;:.!?…–-])[\s,;:.!?…–-]+$/u, '')}…`;
    if (hasRoom(cut)) return cut;
  }
  const characters = [...new Intl.Segmenter().segment(itemAt(words, 0))].map(({ segment }) => segment);
  while (characters.length > 1 && !hasRoom(`${characters.join('')}…`)) characters.pop();
  return `${characters.join('')}…`;
}

/** Characters of the first words of a note: in a row, and where there is more room (SPEC.md NOTE-6). */
export const firstWordsMax = { row: 34, page: 60 } as const;

/** The beginning of a note's text, at most so many characters (SPEC.md NOTE-6); empty for a text without words. */
export function firstWords(text: string, max: number): string {
  // A note may be a hundred thousand characters long.
  const beginning = text.trimStart().slice(0, 10 * max);
  return beginning === '' ? '' : cutText(beginning, ({ length }) => length <= max);
}
