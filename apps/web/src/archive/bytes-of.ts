/** Bytes that are read at a time. */
const pieceBytes = 1024 * 1024;

/** The content of a file. Telling how much is read costs nothing, as it comes in pieces. */
export async function bytesOf(file: Blob, onShare: (share: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  for (let at = 0; at < file.size; at += pieceBytes) {
    bytes.set(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()), at);
    onShare(Math.min(1, (at + pieceBytes) / file.size));
  }
  return bytes;
}
