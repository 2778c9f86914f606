import { countMark, monthOf, monthPeriod } from '@nuances/domain/calendar';
import { dateOfDay, dayFromIso, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { shortWeekday, monthName } from '@nuances/i18n/dates';
import { BloomMonth } from '@nuances/ui/bloom-month';
import { Button } from '@nuances/ui/button';
import { prefersReducedMotion } from '@nuances/ui/reduced-motion';
import { useLayoutEffect, useRef } from 'react';
import { spanOf } from '@nuances/domain/statistics/scan-means';
import { useI18n } from '../../../i18n/locale-store.ts';
import { dayName, monthTitle } from './day-words.ts';
import { NearestScan } from './nearest-scan.tsx';
import type { CalendarDays } from './use-calendar-days.ts';
import styles from './month-view.module.css';
import { SpanLink } from '../../../components/span-link.tsx';

/** A Monday, from which the names of the weekdays start: 5 January 1970. */
const monday: LocalDay = 4;
const weekdays = Array.from({ length: 7 }, (_, index) => monday + index);
const fadeMs = 150;

interface Props {
  /** `YYYY-MM` */
  readonly month: string;
  readonly today: LocalDay;
  readonly days: CalendarDays;
  /** The day that is open beside the month. */
  readonly chosen: LocalDay | null;
  /** The day that was open last; null for none. */
  readonly opened: LocalDay | null;
  /** Whether the window is wide enough for large cells. */
  readonly roomy: boolean;
  readonly onMonth: (month: string) => void;
  readonly onDay: (day: LocalDay) => void;
}

/**
 * A month of small blooms. Below it a link to the nearest scan if the month has none, and in other months a link back
 * to the current one.
 */
export function MonthView({ month, today, days, chosen, opened, roomy, onMonth, onDay }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const box = useRef<HTMLDivElement>(null);
  // A device whose clock was ahead may have stored a scan for a future day.
  const last = Math.max(today, days.held.at(-1) ?? today);
  const period = monthPeriod(month);
  useFade(box, month);

  const bloomOn = (day: LocalDay) => {
    const scans = days.scansOn.get(day);
    return scans ? { answers: scans.last.answers, mark: countMark(scans.scans.length) } : null;
  };
  // The grid uses ISO days, as date fields do.
  const named =
    <T,>(work: (day: LocalDay) => T) =>
    (iso: string) =>
      work(dayFromIso(iso) ?? today);

  return (
    <div ref={box} className={styles.month}>
      <BloomMonth
        month={month}
        title={monthTitle(words, month)}
        weekdays={weekdays.map((day) => shortWeekday(dateOfDay(day), locale))}
        today={isoDay(today)}
        last={isoDay(last)}
        bloomSize={roomy ? 64 : 40}
        chosen={chosen === null ? [] : [isoDay(chosen)]}
        bloomOn={named(bloomOn)}
        hasMore={named((day) => days.moodsOn.has(day))}
        dayLabel={named((day) => dayName(words, days, day))}
        previousLabel={LL.calendar.previousMonth()}
        nextLabel={LL.calendar.nextMonth()}
        onMonth={onMonth}
        onDay={named(onDay)}
      />
      <LookLinks month={month} today={today} chosen={chosen ?? opened} held={days.held} />
      <div className={`${styles.below} screen-only`}>
        {period ? (
          <NearestScan days={days} period={period} empty={LL.calendar.empty()} onGo={(day) => onMonth(monthOf(day))} />
        ) : null}
        {month === monthOf(today) ? null : (
          <Button variant="quiet" size="small" onClick={() => onMonth(monthOf(today))}>
            {LL.calendar.back()}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Fades in the days of another month. */
function useFade(box: { readonly current: HTMLElement | null }, month: string): void {
  const before = useRef(month);
  useLayoutEffect(() => {
    if (before.current === month) return;
    before.current = month;
    if (prefersReducedMotion()) return;
    box.current?.querySelector('[role="grid"]')?.animate({ opacity: [0, 1] }, fadeMs);
  }, [box, month]);
}

interface LookLinksProps {
  /** `YYYY-MM` */
  readonly month: string;
  readonly today: LocalDay;
  /** The day that was chosen last; null for none. */
  readonly chosen: LocalDay | null;
  /** Days with a scan or a note, earliest first. */
  readonly held: readonly LocalDay[];
}

/** Links that look back on the shown month, and on the week of a day in it. */
function LookLinks({ month, today, chosen, held }: LookLinksProps) {
  const { LL, locale } = useI18n();
  const span = monthPeriod(month);
  if (!span || span.from > today) return null;
  const isIn = (day: LocalDay | null): day is LocalDay =>
    day !== null && day >= span.from && day <= Math.min(span.to, today);
  const day = isIn(chosen) ? chosen : (held.findLast(isIn) ?? Math.min(span.to, today));
  const state = { fromHistory: true };
  return (
    <nav className={`${styles.looks} screen-only`}>
      <SpanLink unit="week" span={spanOf(day, 'week')} state={state}>
        {LL.look.seeWeek()}
      </SpanLink>
      <SpanLink unit="month" span={span} state={state}>
        {LL.look.seeMonth({ month: monthName(dateOfDay(span.from), locale, dateOfDay(today)) })}
      </SpanLink>
    </nav>
  );
}
