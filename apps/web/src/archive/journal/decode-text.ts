import { JournalRefused } from './journal-refused.ts';

/** The encoding that the first bytes of a text say, or make likely; null where they say nothing. */
function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return null;
}

/**
 * The text of a file: UTF-16 or UTF-8, with or without a byte order mark, else Windows-1252, in which older spreadsheets write.
 * @throws JournalRefused for bytes that are no text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  if (text.includes('\0')) throw new JournalRefused('unreadable');
  return text;
}

function decoded(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
