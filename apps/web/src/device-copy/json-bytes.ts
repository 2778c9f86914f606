import { nextTask } from '../browser/next-task.ts';

/** Items of a list that are written in one task: a few milliseconds on a phone. */
const itemsAtOnce = 1_000;

/**
 * A value as JSON in UTF-8. Between the parts of a long list the page can paint and answer: with 20,000 scans, writing it
 * whole is one task of more than 50 ms.
 */
export async function jsonBytes(value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const lists: (readonly unknown[])[] = [];
  const mark = crypto.randomUUID();
  const outline = JSON.stringify(value, (_, inner: unknown) =>
    Array.isArray(inner) && inner.length > itemsAtOnce ? `${mark}${lists.push(inner)}` : inner,
  );
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  const write = (text: string) => pieces.push(encoder.encode(text));
  let at = 0;
  for (const [index, list] of lists.entries()) {
    const place = JSON.stringify(`${mark}${index + 1}`);
    const found = outline.indexOf(place, at);
    write(outline.slice(at, found));
    at = found + place.length;
    for (let first = 0; first < list.length; first += itemsAtOnce) {
      const items = JSON.stringify(list.slice(first, first + itemsAtOnce)).slice(1, -1);
      write(`${first === 0 ? '[' : ','}${items}`);
      await nextTask();
    }
    write(']');
  }
  write(outline.slice(at));
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
