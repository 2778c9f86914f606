/** Padding by ISO/IEC 7816-4: the content, one byte 0x80, zeros. The sizes hide how much somebody wrote. */

/** Sizes in bytes, rising. Above the last: multiples of it. */
export type Steps = readonly [number, ...number[]];

/** The first size with room for so many bytes and the mark. */
function sizeFor(bytes: number, steps: Steps): number {
  const last = steps.at(-1) ?? steps[0];
  return steps.find((size) => size > bytes) ?? last * Math.ceil((bytes + 1) / last);
}

export function pad(content: Uint8Array, steps: Steps): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(sizeFor(content.length, steps));
  padded.set(content);
  padded[content.length] = 0x80;
  return padded;
}

/** The content; null when there is no mark, or anything but zeros after it. */
export function unpad(padded: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  let at = padded.length - 1;
  while (at >= 0 && padded[at] === 0) at -= 1;
  return padded[at] === 0x80 ? padded.subarray(0, at) : null;
}
