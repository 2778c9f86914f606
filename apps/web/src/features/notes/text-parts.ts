import { fold } from './fold-text.ts';

/** A range of a text in UTF-16 units; the end is exclusive. */
export type TextRange = readonly [start: number, end: number];

/** Only addresses with a scheme, so that ordinary words never become links. */
const address = /https?:\/\/[^\s<>"«»]+/giu;
/** Punctuation at the end of an address belongs to the sentence. So does a closing bracket without an opening one. */
const sentenceEnd = /[.,;:!?'’”…]+$/u;

/** The web addresses in a text. */
export function linksIn(text: string): readonly TextRange[] {
  return Array.from(text.matchAll(address), ({ 0: found, index }): TextRange => {
    let link = found.replace(sentenceEnd, '');
    if (link.endsWith(')') && !link.includes('(')) link = link.slice(0, -1).replace(sentenceEnd, '');
    return [index, index + link.length];
  }).filter(([start, end]) => /^https?:\/\/[^/?#]+/iu.test(text.slice(start, end)));
}

/** Maximum number of marks: a single letter can match thousands of times in a long text. */
const mostFound = 500;

/** Ranges of a text that match a search, without regard to case and accents, like the filter. */
export function matchesIn(text: string, search: string): readonly TextRange[] {
  const wanted = fold(search.trim());
  if (wanted === '') return [];
  let folded = '';
  /** For each UTF-16 unit of the folded text the position of its letter in the text; one more entry for the end. */
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = fold(letter);
    for (let unit = 0; unit < plain.length; unit += 1) origin.push(at);
    folded += plain;
    at += letter.length;
  }
  origin.push(text.length);
  const found: TextRange[] = [];
  for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length)) {
    const start = origin[from];
    // A letter that folds to two letters is marked whole; a letter that folds to nothing belongs to the one before it.
    let next = from + wanted.length;
    while (origin[next] === origin[next - 1]) next += 1;
    const end = origin[next];
    if (start !== undefined && end !== undefined) found.push([start, end]);
    if (found.length === mostFound) break;
  }
  return found;
}

export interface Part {
  /** Start in the whole text. */
  readonly start: number;
  readonly text: string;
  /** Whether it is one of the given ranges. */
  readonly within: boolean;
}

/**
 * Splits a text into the given ranges and the parts between them. `offset` is the start of this text in the text that
 * the ranges refer to.
 */
export function splitAtRanges(text: string, ranges: readonly TextRange[], offset = 0): readonly Part[] {
  const parts: Part[] = [];
  const add = (from: number, to: number, within: boolean) => {
    if (from < to) parts.push({ start: offset + from, text: text.slice(from, to), within });
  };
  let at = 0;
  for (const [start, end] of ranges) {
    const [from, to] = [start - offset, end - offset].map((place) => Math.min(text.length, Math.max(at, place)));
    if (from === undefined || to === undefined) continue;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, text.length, false);
  return parts;
}
