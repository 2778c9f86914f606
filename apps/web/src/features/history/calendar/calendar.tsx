import { monthOf, monthPeriod, yearsBackTo } from '@nuances/domain/calendar';
import { dayOf, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { BloomMark } from '@nuances/ui/bloom-month';
import { type ReactNode, useId, useState } from 'react';
import { useMediaQuery } from '../../../browser/media-query.ts';
import { useEscape } from '../../../browser/use-escape.ts';
import { useWideLayout } from '../../../browser/use-wide-layout.ts';
import { ScansState } from '../../../components/scans-state.tsx';
import { useNow } from '../../../browser/use-now.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import { DayContent } from './day-content.tsx';
import { DaySheet } from './day-sheet.tsx';
import { DayTableFold } from './day-table.tsx';
import { MonthView } from './month-view.tsx';
import { useCalendarDays } from './use-calendar-days.ts';
import type { CalendarPlace } from './use-calendar-place.ts';
import { YearView } from './year-view.tsx';
import styles from './calendar.module.css';

interface Props {
  readonly span: 'month' | 'year';
  /** The switch between month and year, if it is beside the calendar. */
  readonly chips: ReactNode;
  readonly place: CalendarPlace;
  readonly onPlace: (part: Partial<CalendarPlace>) => void;
  readonly onSpan: (span: 'month' | 'year') => void;
  /** Opens the editor for a note of that day. */
  readonly onWrite: (day: LocalDay) => void;
  /** Gives the element that gets the focus if the preferred one no longer exists. */
  readonly titleOf: () => HTMLElement | null;
}

/** Calendar of scans and notes: a month of blooms, or a year of lanes, with the chosen day. */
export function Calendar({ span, chips, place, onPlace, onSpan, onWrite, titleOf }: Props) {
  const { LL } = useI18n();
  const panelId = useId();
  const wide = useWideLayout();
  // Wide enough for large cells with a day beside them.
  const roomy = useMediaQuery('(min-width: 80em)');
  const today = dayOf(useNow());
  const { list, days } = useCalendarDays();
  const month = place.month ?? monthOf(today);
  const hasPanel = roomy && span === 'month';
  const shown = place.day ?? days.held.at(-1) ?? today;

  const isEmpty = days.scanDays.length === 0 && (span === 'year' || days.moodsOn.size === 0);
  if (isEmpty)
    return (
      <ScansState
        list={{ ...list, data: list.data && [] }}
        empty={{ title: LL.history.empty(), more: LL.history.emptyMore() }}
      />
    );

  const openDay = (day: LocalDay | null) =>
    onPlace(day === null ? { day } : { day, month: monthOf(day), cursor: day, yearsBack: yearsBackTo(day, today) });
  const showMonth = (next: string) => {
    const end = monthPeriod(next)?.to ?? today;
    onPlace({ month: next, yearsBack: yearsBackTo(Math.min(end, today), today) });
  };
  const opener = () =>
    (place.day === null ? null : document.querySelector<HTMLElement>(`[data-day="${isoDay(place.day)}"]`)) ?? titleOf();

  const white = <p className="t-cap-2">{LL.calendar.white()}</p>;
  const beside = span === 'month' ? <SeveralKey /> : white;

  return (
    <div className={styles.calendar} data-span={span} data-panel={hasPanel ? '' : undefined}>
      <div className={styles.main}>
        {span === 'month' ? (
          <MonthView
            month={month}
            today={today}
            days={days}
            chosen={hasPanel ? shown : place.day}
            opened={place.cursor}
            roomy={roomy}
            onMonth={showMonth}
            onDay={openDay}
          />
        ) : (
          <YearView
            today={today}
            days={days}
            place={place}
            onPlace={onPlace}
            onMonth={(next) => {
              onSpan('month');
              showMonth(next);
            }}
            onDay={openDay}
            wide={wide}
            before={chips}
          />
        )}
        {span === 'month' && !wide ? (
          <div className={styles.foot}>
            {chips}
            <SeveralKey />
          </div>
        ) : null}
      </div>
      <div className={styles.table}>
        <DayTableFold month={month} today={today} days={days} onMonth={showMonth} beside={wide ? beside : null} />
      </div>
      {hasPanel ? (
        <section className={styles.panel} aria-labelledby={panelId}>
          <DayContent titleId={panelId} day={shown} today={today} days={days} onDay={openDay} onWrite={onWrite} />
        </section>
      ) : (
        <DaySheet day={place.day} today={today} days={days} onDay={openDay} onWrite={onWrite} focusAfter={opener} />
      )}
    </div>
  );
}

/** Legend of the small number of a day. When pressed, it explains which scan the bloom shows. */
function SeveralKey() {
  const { LL } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  useEscape(open, () => setOpen(false));
  return (
    <div className={`${styles.several} screen-only`}>
      <button
        type="button"
        className={styles.key}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
      >
        <BloomMark>2</BloomMark> {LL.calendar.several()}
      </button>
      <p id={id} role="status" className={styles.rule} data-open={open ? '' : undefined}>
        {open ? LL.calendar.rule() : null}
      </p>
    </div>
  );
}
