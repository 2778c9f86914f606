/** One for all: ten thousand rows are opened in a row. */
const utf8 = new TextEncoder();

/**
 * Associated data of the vault: parts joined by `|`, as UTF-8. Only the last part may contain one, so two lists of parts
 * never give the same bytes.
 * @throws RangeError for a part that has one
 */
export function associatedData(...parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  for (let at = 0; at < parts.length - 1; at += 1)
    if (String(parts[at]).includes('|')) throw new RangeError('A part contains |');
  return utf8.encode(parts.join('|'));
}
