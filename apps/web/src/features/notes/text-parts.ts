import { fold } from './fold-text.ts';

/** A stretch of a text, as positions in UTF-16 units; the end does not belong to it. */
export type Stretch = readonly [start: number, end: number];

/** Only addresses that say so themselves: nobody's words become a link by chance. */
const address = /https?:\/\/[^\s<>"«»]+/giu;
/** What ends a sentence, and a bracket that was opened before the address. */
const sentenceEnd = /[.,;:!?'’”…]+$/u;

/** The web addresses in a text. */
export function linksIn(text: string): readonly Stretch[] {
  return Array.from(text.matchAll(address), ({ 0: found, index }): Stretch => {
    let link = found.replace(sentenceEnd, '');
    if (link.endsWith(')') && !link.includes('(')) link = link.slice(0, -1).replace(sentenceEnd, '');
    return [index, index + link.length];
  }).filter(([start, end]) => /^https?:\/\/[^/?#]+/iu.test(text.slice(start, end)));
}

/** One letter may be everywhere in a long text: so many marks are enough to see that. */
const mostFound = 500;

/** Where a search finds its words in a text, without regard to case and accents, as the filter does. */
export function foundIn(text: string, search: string): readonly Stretch[] {
  const wanted = fold(search.trim());
  if (wanted === '') return [];
  let folded = '';
  /** For each unit of the folded text the position of its letter, and one more for the end. */
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = fold(letter);
    for (let unit = 0; unit < plain.length; unit += 1) origin.push(at);
    folded += plain;
    at += letter.length;
  }
  origin.push(text.length);
  const found: Stretch[] = [];
  for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length)) {
    const start = origin[from];
    // A letter that folds to two is found whole, and what folds to nothing belongs to the letter before it.
    let next = from + wanted.length;
    while (origin[next] === origin[next - 1]) next += 1;
    const end = origin[next];
    if (start !== undefined && end !== undefined) found.push([start, end]);
    if (found.length === mostFound) break;
  }
  return found;
}

/** A part of a text. */
export interface Part {
  /** Where it begins in the whole text. */
  readonly start: number;
  readonly text: string;
  /** Whether it is one of the stretches that the text was cut at. */
  readonly within: boolean;
}

/** Cuts a text into stretches and what lies between them; `offset` is where the text begins in the one they belong to. */
export function cutAt(text: string, stretches: readonly Stretch[], offset = 0): readonly Part[] {
  const parts: Part[] = [];
  const add = (from: number, to: number, within: boolean) => {
    if (from < to) parts.push({ start: offset + from, text: text.slice(from, to), within });
  };
  let at = 0;
  for (const [start, end] of stretches) {
    const [from, to] = [start - offset, end - offset].map((place) => Math.min(text.length, Math.max(at, place)));
    if (from === undefined || to === undefined) continue;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, text.length, false);
  return parts;
}
