import { useState } from 'react';
import { calendarShowsYear, changeSetting, historyShowsCalendar, isSettingOn } from '../../browser/settings.ts';

/** The views of the history; a calendar by months or by years. */
export const historyViews = ['list', 'month', 'year'] as const;
export type HistoryView = (typeof historyViews)[number];

function kept(): HistoryView {
  if (!isSettingOn(historyShowsCalendar)) return 'list';
  return isSettingOn(calendarShowsYear) ? 'year' : 'month';
}

/** The view that was chosen last on this device, and the choice of another one. */
export function useHistoryView() {
  // Read while rendering: the other view is not to be seen for a moment.
  const [view, setView] = useState(kept);
  const choose = (next: HistoryView) => {
    changeSetting(historyShowsCalendar, next !== 'list');
    // The list remembers which calendar it stands beside.
    if (next !== 'list') changeSetting(calendarShowsYear, next === 'year');
    setView(next);
  };
  return [view, choose] as const;
}

/** The calendar that was seen last. */
export function keptCalendar(): 'month' | 'year' {
  return isSettingOn(calendarShowsYear) ? 'year' : 'month';
}
