import { monthStep } from '@nuances/domain/calendar';
import type { LocalDay } from '@nuances/domain/local-day';
import { useRailDrag } from '@nuances/ui/use-rail-drag';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import { DayCard } from './day-card.tsx';
import { DaySlider } from './day-slider.tsx';
import { LaneLabels } from './lane-labels.tsx';
import { NearestScan } from './nearest-scan.tsx';
import type { CalendarDays } from './use-calendar-days.ts';
import type { CalendarPlace } from './use-calendar-place.ts';
import { useYear } from './use-year.ts';
import { YearLanes } from './year-lanes.tsx';
import { YearMonths } from './year-months.tsx';
import { YearRange } from './year-range.tsx';
import styles from './year-view.module.css';

interface Props {
  readonly today: LocalDay;
  readonly days: CalendarDays;
  readonly place: CalendarPlace;
  readonly onPlace: (part: Partial<CalendarPlace>) => void;
  /** Opens a month. */
  readonly onMonth: (month: string) => void;
  readonly onDay: (day: LocalDay) => void;
  /** Whether time runs to the right, in a wide window; otherwise down, with the newest day first. */
  readonly wide: boolean;
  /** Shown before the name of the year. */
  readonly before: ReactNode;
}

/**
 * Twelve months as lanes of days. Side and length of a bar show the mean answer of a day; the colour only repeats it.
 */
export function YearView({ today, days, place, onPlace, onMonth, onDay, wide, before }: Props) {
  const { LL } = useI18n();
  const titleId = useId();
  const slider = useRef<HTMLInputElement>(null);
  const { year, dates, cursor, placeOf, nearestTo } = useYear(today, days, place, wide);
  const scans = cursor === null ? undefined : days.scansOn.get(cursor);
  const drag = useRailDrag<null>({
    grab: () => {
      slider.current?.focus({ preventScroll: true });
      return null;
    },
    drag: (_, at) => {
      const day = nearestTo(at);
      if (day !== null && day !== cursor) onPlace({ cursor: day });
    },
  });
  const tap = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const day = nearestTo((event.clientY - box.top) / box.height);
    // Prevents the label from activating its slider, which would act as a second tap.
    event.preventDefault();
    slider.current?.focus({ preventScroll: true });
    if (day !== null) onDay(day);
  };

  return (
    <section className={styles.year} data-axis={wide ? 'right' : 'down'} aria-labelledby={titleId}>
      <div className={styles.head}>
        {before}
        <YearRange
          titleId={titleId}
          year={year}
          short={!wide}
          first={days.scanDays[0]?.day ?? today}
          isLast={place.yearsBack === 0}
          onTurn={(by) => onPlace({ yearsBack: place.yearsBack + by, cursor: null })}
        />
        {wide ? <p className={styles.read}>{LL.calendar.readDesktop()}</p> : null}
      </div>
      <div className={styles.chart}>
        <LaneLabels wide={wide} />
        <label className={styles.lanes} {...(wide ? drag : { onClick: tap })}>
          <YearLanes scanDays={days.scanDays} year={year} axis={wide ? 'right' : 'down'} />
          {cursor === null ? null : (
            <DaySlider
              ref={slider}
              days={days}
              dates={dates}
              day={cursor}
              at={placeOf(cursor)}
              wide={wide}
              onDay={(day) => onPlace({ cursor: day })}
              onMonthStep={(step) => onPlace({ cursor: monthStep(dates, cursor, step) })}
              onOpen={() => onDay(cursor)}
            />
          )}
        </label>
        <YearMonths year={year} wide={wide} onMonth={onMonth} />
        {cursor !== null && scans ? (
          <div className={`${styles.card} screen-only`}>
            <DayCard
              scans={scans}
              notes={days.notesOn.get(cursor)?.length ?? 0}
              at={wide ? placeOf(cursor) : 0}
              onOpen={() => onDay(cursor)}
            />
          </div>
        ) : null}
      </div>
      <NearestScan days={days} period={year} onGo={(day) => onPlace({ yearsBack: place.yearsBack, cursor: day })} />
      {wide ? null : <p className={styles.note}>{LL.calendar.readPhone()}</p>}
    </section>
  );
}
