/** Splits the complete objects from the start of a text: all up to the last brace that closes one. */
function takeEntries(text: string): { readonly entries: readonly unknown[]; readonly rest: string } {
  const begin = text.startsWith(',') ? 1 : 0;
  for (let brace = text.lastIndexOf('}'); brace > 0; brace = text.lastIndexOf('}', brace - 1)) {
    try {
      const entries: unknown = JSON.parse(`[${text.slice(begin, brace + 1)}]`);
      if (Array.isArray(entries)) return { entries, rest: text.slice(brace + 1) };
    } catch {
      // This brace closes an inner object, or stands in a text or after the list.
    }
  }
  return { entries: [], rest: text };
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
