import { createStore, useStore } from '../browser/store.ts';

/** Ids of what only this page has, because the device did not take it: it may be full. */
const ids = createStore<ReadonlySet<string>>(new Set());

/** Tells whether the device has an item of the outbox or a draft; of one that is gone, that it has. */
export function noteKept(id: string, isKept: boolean): void {
  if (ids.get().has(id) !== isKept) return;
  const others = [...ids.get()].filter((other) => other !== id);
  ids.set(new Set(isKept ? others : [...others, id]));
}

/** Whether the device has everything that was typed in this page and not sent. */
export const isAllKept = (): boolean => ids.get().size === 0;

/** Calls back after each change of what {@link isAllKept} says, or of how much is not kept. */
export const onKeptChange = ids.subscribe;

/** As {@link isAllKept}, followed. */
export const useAllKept = (): boolean => useStore(ids).size === 0;
