import { dayFromIso, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { useMemo } from 'react';
import { storage } from './local-storage.ts';
import { changeSetting, createSetting, useSetting } from './setting.ts';
import { todayLookBack, todayMemories } from './settings.ts';
import { createStore, useStore } from './store.ts';

/** In local storage: days whose memory is hidden, separated by spaces. */
const hiddenKey = 'nuances.hiddenMemories';
/** In local storage: the last day on which Today animated its petals. */
const grownKey = 'nuances.grown';
/** In local storage: the last week whose look back was closed, `YYYY-Www`. */
const closedWeekKey = 'nuances.closedWeek';

/** Whether Today still has to say that everything can be read offline here; again once the device was cleared. */
export const saysReadable = createSetting('nuances.saysReadable', true);

/** What Today stores on this device besides its settings. A chosen logout may delete it. */
export const todayKeys = [hiddenKey, grownKey, closedWeekKey, saysReadable.key] as const;

/** The text under a key, which other tabs write too. */
function storedText(key: string) {
  const read = () => storage.get(key) ?? '';
  const store = createStore(read(), () => {
    const follow = () => store.set(read());
    follow();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  });
  return { read, store };
}

const { read: readHidden, store: hiddenDays } = storedText(hiddenKey);
const { store: closedWeek } = storedText(closedWeekKey);

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

/** Whether Today may look back on a week, `YYYY-Www`. */
export function useShowsWeek(week: string): boolean {
  const shown = useSetting(todayLookBack);
  const closed = useStore(closedWeek);
  return shown && closed !== week;
}

/** Closes the look back on a week; with null, the last one that was closed is shown again. */
export function closeWeek(week: string | null): void {
  if (week === null) storage.remove(closedWeekKey);
  else storage.set(closedWeekKey, week);
  closedWeek.set(week ?? '');
}

/** Lets Today look back on weeks, also on one that was closed; or never. */
export function showWeeks(shown: boolean): void {
  if (shown) closeWeek(null);
  changeSetting(todayLookBack, shown);
}
