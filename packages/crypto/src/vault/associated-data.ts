/** One for all: ten thousand rows are opened in a row. */
const utf8 = new TextEncoder();

/**
 * Associated data of the vault: parts joined by `|`, as UTF-8. Only the last part may contain one, so two lists of parts
 * never give the same bytes.
 * @throws RangeError for a part that has one
 */
export function associatedData(...parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  const text = parts.join('|');
  const last = String(parts.at(-1));
  // As many marks before the last part as there are joints.
  if (text.slice(0, text.length - last.length).split('|').length !== parts.length)
    throw new RangeError('A part contains |');
  return utf8.encode(text);
}
