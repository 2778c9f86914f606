import { dayFromIso, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { useMemo } from 'react';
import { storage } from './local-storage.ts';
import { changeSetting, useSetting } from './setting.ts';
import { todayMemories } from './settings.ts';
import { createStore, useStore } from './store.ts';

/** In local storage: days whose memory is hidden, separated by spaces. */
const hiddenKey = 'nuances.hiddenMemories';
/** In local storage: the last day on which Today animated its petals. */
const grownKey = 'nuances.grown';

/** What Today stores on this device besides its settings. A chosen logout may delete it. */
export const todayKeys = [hiddenKey, grownKey] as const;

const readHidden = () => storage.get(hiddenKey) ?? '';

/** Other tabs write these keys too. */
const hiddenDays = createStore(readHidden(), () => {
  const follow = () => hiddenDays.set(readHidden());
  follow();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
});

function writeHidden(days: readonly string[]): void {
  if (days.length === 0) storage.remove(hiddenKey);
  else storage.set(hiddenKey, days.join(' '));
  hiddenDays.set(days.join(' '));
}

/** Whether memories are shown, and the days whose memory is hidden. */
export function useMemoryPreference(): { readonly shown: boolean; readonly hidden: ReadonlySet<LocalDay> } {
  const shown = useSetting(todayMemories);
  const text = useStore(hiddenDays);
  return useMemo(() => {
    const days = text.split(' ').map(dayFromIso);
    return { shown, hidden: new Set(days.filter((day) => day !== null)) };
  }, [shown, text]);
}

/** Hides the memory of one day. */
export function hideMemory(day: LocalDay): void {
  const days = readHidden().split(' ').filter(Boolean);
  writeHidden([...days, isoDay(day)]);
}

/** Shows the memory of one day again. */
export function unhideMemory(day: LocalDay): void {
  const days = readHidden().split(' ').filter(Boolean);
  writeHidden(days.filter((one) => one !== isoDay(day)));
}

/** Shows memories again, also those hidden one by one; or hides them all. */
export function showMemories(shown: boolean): void {
  if (shown) writeHidden([]);
  changeSetting(todayMemories, shown);
}

/** Whether Today has animated its petals on this day already. */
export function hasAnimatedOn(day: LocalDay): boolean {
  return storage.get(grownKey) === isoDay(day);
}

/** Stores that Today has animated its petals on this day. */
export function markAnimated(day: LocalDay): void {
  storage.set(grownKey, isoDay(day));
}
