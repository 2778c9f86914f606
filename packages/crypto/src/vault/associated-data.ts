const utf8 = new TextEncoder();

/** New memory for each of ten thousand rows costs three times as much as to write into it. */
const room = new Uint8Array(1_024);

/**
 * Associated data of the vault: parts joined by `|`, as UTF-8. Only the last part may contain one, so two lists of parts
 * never give the same bytes. The next call may write over them: Web Crypto copies what it is given before it yields.
 * @throws RangeError for a part that has one
 */
export function associatedData(...parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  for (let at = 0; at < parts.length - 1; at += 1)
    if (String(parts[at]).includes('|')) throw new RangeError('A part contains |');
  const text = parts.join('|');
  const { read, written } = utf8.encodeInto(text, room);
  return read === text.length ? room.subarray(0, written) : utf8.encode(text);
}
