import { useState } from 'react';
import { changeSetting, isSettingOn } from '../../browser/setting.ts';
import { calendarShowsYear, historyShowsCalendar } from '../../browser/settings.ts';

/** Views of the history: the list, and the calendar by month or by year. */
export const historyViews = ['list', 'month', 'year'] as const;
export type HistoryView = (typeof historyViews)[number];

function kept(): HistoryView {
  if (!isSettingOn(historyShowsCalendar)) return 'list';
  return isSettingOn(calendarShowsYear) ? 'year' : 'month';
}

/** The view chosen last on this device, and a function that changes it. */
export function useHistoryView() {
  // Read during rendering, so that another view is not visible for a moment.
  const [view, setView] = useState(kept);
  const choose = (next: HistoryView) => {
    changeSetting(historyShowsCalendar, next !== 'list');
    // The list keeps the last span of the calendar.
    if (next !== 'list') changeSetting(calendarShowsYear, next === 'year');
    setView(next);
  };
  return [view, choose] as const;
}

/** Span of the calendar that was shown last. */
export function lastCalendarSpan(): 'month' | 'year' {
  return isSettingOn(calendarShowsYear) ? 'year' : 'month';
}
