import type { LocalDay } from '@nuances/domain/local-day';
import type { KeyboardEvent, Ref } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import { dayName } from './day-words.ts';
import type { CalendarDays } from './use-calendar-days.ts';
import styles from './day-slider.module.css';

interface Props {
  readonly ref: Ref<HTMLInputElement>;
  readonly days: CalendarDays;
  /** Days with a scan, earliest first; the slider has a stop for each. */
  readonly dates: readonly LocalDay[];
  readonly day: LocalDay;
  /** Position of the day along the lanes, 0 to 1. */
  readonly at: number;
  readonly wide: boolean;
  readonly onDay: (day: LocalDay) => void;
  readonly onMonthStep: (step: 1 | -1) => void;
  readonly onOpen: () => void;
}

/**
 * The cursor of the year for keyboard and screen reader: a native range input with a stop for each day with a scan.
 * Arrow keys move by days, Page keys by months, Enter opens the day. Only the line of the cursor is visible. Its text
 * names it, in the label around it.
 */
export function DaySlider({ ref, days, dates, day, at, wide, onDay, onMonthStep, onOpen }: Props) {
  const words = useI18n();
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onOpen();
    else if (event.key === 'PageUp') onMonthStep(1);
    else if (event.key === 'PageDown') onMonthStep(-1);
    else return;
    event.preventDefault();
  };
  const place = `${at * 100}%`;
  return (
    <>
      <input
        ref={ref}
        className={`${styles.input} screen-only`}
        type="range"
        min={0}
        max={dates.length - 1}
        value={dates.indexOf(day)}
        aria-valuetext={dayName(words, days, day)}
        onChange={({ target }) => {
          const next = dates[Number(target.value)];
          if (next !== undefined) onDay(next);
        }}
        onKeyDown={press}
      />
      <span
        className={styles.cursor}
        data-axis={wide ? 'right' : 'down'}
        style={wide ? { left: place } : { top: place }}
      />
      <span className="visually-hidden">{words.LL.calendar.slider()}</span>
    </>
  );
}
