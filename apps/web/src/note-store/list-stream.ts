/** An object in a growing text of JSON; null while its end has not arrived. */
interface Entry {
  readonly value: unknown;
  /** Offset after its closing brace. */
  readonly end: number;
}

/** The object that begins at an offset: it ends at the first closing brace up to which it can be parsed. */
function entryAt(text: string, begin: number): Entry | null {
  for (let brace = text.indexOf('}', begin); brace >= 0; brace = text.indexOf('}', brace + 1)) {
    try {
      return { value: JSON.parse(text.slice(begin, brace + 1)), end: brace + 1 };
    } catch {
      // This brace closes an inner object.
    }
  }
  return null;
}

/** Splits the complete objects from the start of a text. */
function takeEntries(text: string): { readonly entries: readonly unknown[]; readonly rest: string } {
  const entries: unknown[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ',') at += 1;
    const entry = text[at] === '{' ? entryAt(text, at) : null;
    if (!entry) return { entries, rest: text.slice(at) };
    entries.push(entry.value);
    at = entry.end;
  }
}

/**
 * Reads a JSON answer with one long list of objects while it arrives, so that a long list does not block the page.
 * @param name key of the list
 * @param onEntries called with the entries of each piece, in order; each call is awaited
 * @returns the answer with an empty list
 * @throws SyntaxError when the answer ends early or is not JSON of this form
 */
export async function readList(
  chunks: AsyncIterable<string>,
  name: string,
  onEntries: (entries: readonly unknown[]) => Promise<void>,
): Promise<unknown> {
  const begin = `${JSON.stringify(name)}:[`;
  let head = '';
  let rest = '';
  let begun = false;
  for await (const chunk of chunks) {
    rest += chunk;
    const found = begun ? -1 : rest.indexOf(begin);
    if (found >= 0) {
      begun = true;
      head = rest.slice(0, found + begin.length);
      rest = rest.slice(head.length);
    }
    if (!begun || rest.startsWith(']')) continue;
    const taken = takeEntries(rest);
    rest = taken.rest;
    if (taken.entries.length > 0) await onEntries(taken.entries);
  }
  const whole: unknown = JSON.parse(head + rest);
  return whole;
}

/** Characters that are read in one task: a page that was busy finds long pieces. */
const sliceLength = 65_536;

/** A piece of an answer in slices. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += sliceLength) yield text.slice(at, at + sliceLength);
}

/** The text of an answer, piece by piece. */
export async function* textOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const piece = await reader.read();
    if (piece.done) return;
    yield* slicesOf(decoder.decode(piece.value, { stream: true }));
  }
}
