import { dayFromIso, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { useMemo } from 'react';
import { storage } from './local-storage.ts';
import { changeSetting, createSetting, useSetting } from './setting.ts';
import { todayLookBack, todayMemories } from './settings.ts';
import { useStore } from './store.ts';
import { storedText } from './stored-text.ts';

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

const hiddenDays = storedText(hiddenKey);
const closedWeek = storedText(closedWeekKey);

/** Whether memories are shown, and the days whose memory is hidden. */
export function useMemoryPreference(): { readonly shown: boolean; readonly hidden: ReadonlySet<LocalDay> } {
  const shown = useSetting(todayMemories);
  const text = useStore(hiddenDays.store);
  return useMemo(() => {
    const days = text.split(' ').map(dayFromIso);
    return { shown, hidden: new Set(days.filter((day) => day !== null)) };
  }, [shown, text]);
}

/** Hides the memory of one day. */
export function hideMemory(day: LocalDay): void {
  hiddenDays.write(`${hiddenDays.read()} ${isoDay(day)}`.trim());
}

/** Shows the memory of one day again. */
export function unhideMemory(day: LocalDay): void {
  const days = hiddenDays.read().split(' ');
  hiddenDays.write(days.filter((one) => one !== isoDay(day)).join(' '));
}

/** Shows memories again, also those hidden one by one; or hides them all. */
export function showMemories(shown: boolean): void {
  if (shown) hiddenDays.write('');
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
  const closed = useStore(closedWeek.store);
  return shown && closed !== week;
}

/** Closes the look back on a week; with null, the last one that was closed is shown again. */
export function closeWeek(week: string | null): void {
  closedWeek.write(week ?? '');
}

/** Lets Today look back on weeks, also on one that was closed; or never. */
export function showWeeks(shown: boolean): void {
  if (shown) closeWeek(null);
  changeSetting(todayLookBack, shown);
}
