import { createHash } from 'node:crypto';

/** A UUID that follows from a name, so that what is made twice is made once: digits of its SHA-256, as version 8. */
export function deterministicUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
