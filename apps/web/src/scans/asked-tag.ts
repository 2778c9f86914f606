import { onLock } from '../keys/lock-listeners.ts';

/**
 * Key of the tag that the history will show first. Only in memory: an address, or an entry of the browser's history, would
 * leave it readable on the device.
 */
let asked: string | null = null;

onLock({
  drop: () => {
    asked = null;
  },
});

/** The tag that a link asked for; null for none. */
export function askedTag(): string | null {
  return asked;
}

/** Asks for a tag before a link to the history is followed; null once it is shown. */
export function askForTag(key: string | null): void {
  asked = key;
}
