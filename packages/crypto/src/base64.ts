/** Newer engines convert natively, many times as fast: a copy of 10,000 scans would block the page otherwise. */
interface Bytes {
  readonly BYTES_PER_ELEMENT: number;
  readonly fromBase64?: (encoded: string, options: { lastChunkHandling: 'strict' }) => Uint8Array<ArrayBuffer>;
  readonly setFromBase64?: (
    encoded: string,
    options: { lastChunkHandling: 'strict' },
  ) => { readonly read: number; readonly written: number };
  readonly toBase64?: () => string;
}
const native: Bytes = Uint8Array;

/** Padded standard base64. */
export function toBase64(bytes: Uint8Array): string {
  const { toBase64: encode }: Bytes = bytes;
  if (encode) return encode.call(bytes);
  let binary = '';
  // In pieces, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/** The bytes of padded standard base64; null for any other text. Linear in the length. */
export function fromBase64(encoded: string): Uint8Array<ArrayBuffer> | null {
  try {
    if (native.fromBase64) return native.fromBase64(encoded, { lastChunkHandling: 'strict' });
    if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return null;
    const binary = atob(encoded);
    // Bits that encode nothing have to be zero, as natively: else several texts would be the same bytes.
    if (btoa(binary.slice(-(binary.length % 3 || 3))) !== encoded.slice(-4)) return null;
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

/** Its own for each of ten thousand rows costs as much as to decode them. */
const room: Uint8Array<ArrayBuffer> & Bytes = new Uint8Array(4_096);

/** As {@link fromBase64}, but the next call may write over the bytes. */
export function bytesForNow(encoded: string): Uint8Array<ArrayBuffer> | null {
  if (!room.setFromBase64 || encoded.length > room.length) return fromBase64(encoded);
  try {
    return room.subarray(0, room.setFromBase64(encoded, { lastChunkHandling: 'strict' }).written);
  } catch {
    return null;
  }
}
