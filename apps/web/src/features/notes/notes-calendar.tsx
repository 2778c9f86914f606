import { monthOf } from '@nuances/ui/calendar-days';
import { MonthGrid } from '@nuances/ui/month-grid';
import { memo, useMemo, useState } from 'react';
import type { AnyNote } from '../../note-store/note.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { dayName, monthName, today } from './calendar-date.ts';
import { categoriesByDay, type DaySelection } from './filter.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

function ringed(days: DaySelection | null): readonly string[] {
  if (days === null) return [];
  return days.kind === 'range' ? [days.from, days.to] : [days.day];
}

interface Props {
  /** All notes, without filters: the calendar shows every day that has a note. */
  readonly notes: readonly AnyNote[];
  readonly days: DaySelection | null;
  readonly onChange: (days: DaySelection | null) => void;
}

/**
 * Calendar of a month with the categories of each day. Choosing a day shows the notes up to it; choosing it again shows
 * all.
 */
export const NotesCalendar = memo(function NotesCalendar({ notes, days, onChange }: Props) {
  const { LL, locale } = useI18n();
  const [month, setMonth] = useState(() => monthOf(today()));
  const categories = useMemo(() => categoriesByDay(notes), [notes]);
  const categoriesOn = (day: string) => categories.get(day) ?? [];

  const nameOf = (day: string) => {
    const date = dayName(day, locale);
    const list = categoriesOn(day).map((category) => LL.note.input[category]());
    return list.length > 0
      ? LL.notes.calendar.day({ date, list: list.join(', ') })
      : LL.notes.calendar.dayEmpty({ date });
  };
  const choose = (day: string) => {
    const again = days?.kind === 'until' && days.day === day;
    onChange(again ? null : { kind: 'until', day });
  };

  return (
    <MonthGrid
      month={month}
      title={monthName(month, locale)}
      weekdays={weekdays.map((name) => LL.notes.calendar[name]())}
      today={today()}
      chosen={ringed(days)}
      huesOn={categoriesOn}
      dayLabel={nameOf}
      previousLabel={LL.notes.calendar.previous()}
      nextLabel={LL.notes.calendar.next()}
      onMonth={setMonth}
      onDay={choose}
    />
  );
});
