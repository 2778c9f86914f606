import { distance } from 'fastest-levenshtein';

/** More letters that differ are another word, not a slip. */
const slips = 2;

/** The known word that somebody may have meant; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const near = known.map((one) => ({ one, away: distance(word.toLowerCase(), one) }));
  const [best] = near.filter(({ one, away }) => away <= slips && away < one.length).toSorted((a, b) => a.away - b.away);
  return best?.one;
}
