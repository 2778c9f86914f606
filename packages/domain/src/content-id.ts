import { toHex } from './hex.ts';

/** An id in the form of a UUID, of the first bits of a hash. */
export function idOfHash(hash: ArrayBuffer): string {
  const hex = toHex(new Uint8Array(hash));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * An id in the form of a UUID that depends only on the content, so that adding the same thing again is recognised.
 * @param kind keeps ids of one purpose apart from those of another with the same content
 */
export async function contentId(kind: string, content: readonly string[]): Promise<string> {
  const text = new TextEncoder().encode([`nuances/${kind}`, ...content].join('\n'));
  return idOfHash(await crypto.subtle.digest('SHA-256', text));
}
