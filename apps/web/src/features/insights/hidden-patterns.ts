import type { Pattern } from '@nuances/domain/patterns/scan-patterns';
import { tagKey } from '@nuances/domain/scan/tags';
import { useEffect, useRef, useState } from 'react';
import { readCopy, writeCopies } from '../../device-copy/sealed-copies.ts';
import { currentUserId } from '../../session/session-store.ts';

/** Sealed on the device with the note key, because a pattern may contain a tag of the person. */
const copyName = 'hiddenPatterns';

/** Key of a pattern that stays the same when scans are added. */
export function keyOfPattern({ grouping, axis, delta }: Pattern): string {
  const side = delta > 0 ? 'right' : 'left';
  const named = grouping.kind === 'tag' ? { ...grouping, tag: tagKey(grouping.tag) } : grouping;
  // The pattern of the last two weeks has other days each day.
  return JSON.stringify([grouping.kind === 'recent' ? grouping.kind : named, axis, side]);
}

function isKeys(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

async function store(keys: readonly string[]): Promise<void> {
  const userId = currentUserId();
  if (userId !== null) await writeCopies(userId, { put: new Map([[copyName, keys]]) });
}

/** Keys of the patterns that the person has hidden, stored on this device; null until they are read. */
export function useHiddenPatterns() {
  const [hidden, setHidden] = useState<readonly string[] | null>(null);
  /** The keys of the last change, which may still be on its way to the device. */
  const latest = useRef<readonly string[]>([]);
  const written = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const userId = currentUserId();
    if (userId === null) return;
    void readCopy(userId, copyName).then((kept) => {
      latest.current = isKeys(kept) ? kept : [];
      setHidden(latest.current);
    });
  }, []);
  /** Stores first, in the order of the changes: a pattern that has disappeared stays hidden after a reload. */
  const change = (keys: readonly string[]) => {
    latest.current = keys;
    written.current = written.current.then(() => store(keys)).then(() => setHidden(keys));
    return written.current;
  };
  return {
    hidden,
    /** Resolves when the pattern is hidden. */
    hide: (key: string) => change([...latest.current.filter((one) => one !== key), key]),
    /** Resolves when the pattern is shown again. */
    show: (key: string) => change(latest.current.filter((one) => one !== key)),
  };
}
