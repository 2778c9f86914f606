import type { Pattern } from '@nuances/domain/scan-patterns';
import { tagKey } from '@nuances/domain/tags';
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

function store(keys: readonly string[]): void {
  const userId = currentUserId();
  if (userId !== null) void writeCopies(userId, { put: new Map([[copyName, keys]]) });
}

/** Keys of the patterns that the person has hidden, stored on this device; null until they are read. */
export function useHiddenPatterns() {
  const [hidden, setHidden] = useState<readonly string[] | null>(null);
  /** The same keys for callbacks that were created before the last change, such as an undo. */
  const current = useRef<readonly string[]>([]);
  const set = (keys: readonly string[]) => {
    current.current = keys;
    setHidden(keys);
  };
  useEffect(() => {
    const userId = currentUserId();
    if (userId === null) return;
    void readCopy(userId, copyName).then((kept) => set(isKeys(kept) ? kept : []));
  }, []);
  const change = (keys: readonly string[]) => {
    set(keys);
    store(keys);
  };
  return {
    hidden,
    hide: (key: string) => change([...current.current.filter((one) => one !== key), key]),
    show: (key: string) => change(current.current.filter((one) => one !== key)),
  };
}
