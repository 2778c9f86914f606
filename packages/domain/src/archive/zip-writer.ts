import { strToU8, Zip, ZipDeflate } from 'fflate';

/**
 * Packs texts into a zip, in order.
 * @param onFile called after each file
 */
export function zipOf(
  files: Iterable<readonly [name: string, text: string]>,
  now: Date,
  onFile: () => void,
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const failures: Error[] = [];
  const zip = new Zip((error, piece) => {
    if (error) failures.push(error);
    else pieces.push(piece);
  });
  for (const [name, text] of files) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = now;
    zip.add(file);
    file.push(strToU8(text), true);
    onFile();
  }
  zip.end();
  const [failure] = failures;
  if (failure) throw failure;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
