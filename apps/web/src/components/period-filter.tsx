import { dayFromIso, isoDay, startOfDay, type LocalDay } from '@nuances/domain/local-day';
import { beginningOn, endingOn, lastTwelveMonths, withFrom, withTo, type Period } from '@nuances/domain/period';
import { dottedDay, longDay } from '@nuances/i18n/dates';
import { classNames } from '@nuances/ui/class-names';
import { DateTimeInput } from '@nuances/ui/date-time-input';
import { Icon } from '@nuances/ui/icon';
import { RangeSlider } from '@nuances/ui/range-slider';
import { useId, useState } from 'react';
import { dayText } from '../i18n/day-text.ts';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './period-filter.module.css';

interface Props {
  readonly period: Period;
  /** The longest period: from the day of the first scan to that of the last. */
  readonly whole: Period;
  readonly onPeriod: (period: Period) => void;
  readonly className?: string | undefined;
}

const dotted = (day: LocalDay) => dottedDay(new Date(startOfDay(day)));

/**
 * Chooses a period: a slider with two handles, date fields that open on demand, and a button for all days or for the
 * last twelve months.
 */
export function PeriodFilter({ period, whole, onPeriod, className }: Props) {
  const { LL, locale } = useI18n();
  const id = useId();
  const [typing, setTyping] = useState(false);
  const said = (day: LocalDay) => longDay(new Date(startOfDay(day)), locale, new Date());
  const range = (from: LocalDay, to: LocalDay) => LL.stats.period.range({ start: dotted(from), end: dotted(to) });
  const setFrom = (day: LocalDay) => onPeriod(withFrom(period, day, whole));
  const setTo = (day: LocalDay) => onPeriod(withTo(period, day, whole));

  const isAll = period.from === whole.from && period.to === whole.to;
  const year = lastTwelveMonths(whole);
  const shortcut = isAll
    ? { text: LL.stats.period.lastYear(), to: year, offered: year.from > whole.from }
    : { text: LL.stats.period.all(), to: whole, offered: true };

  return (
    <div className={classNames(styles.filter, className)} role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} className={styles.name}>
        {LL.stats.period.label()}
      </p>
      <button
        type="button"
        className={styles.range}
        aria-expanded={typing}
        aria-controls={`${id}-days`}
        onClick={() => setTyping(!typing)}
      >
        <span className={styles.ends}>{range(period.from, period.to)} </span>
        <span className="visually-hidden">{LL.stats.period.dates()}</span>
        <Icon name="calendar" size={20} />
      </button>
      <div id={`${id}-days`} className={styles.days} data-open={typing ? '' : undefined}>
        <DayField
          label={LL.stats.period.start()}
          day={period.from}
          whole={whole}
          free={{ from: whole.from, to: period.to }}
          onDay={(day) => onPeriod(beginningOn(period, day, whole))}
        />
        <span aria-hidden="true">–</span>
        <DayField
          label={LL.stats.period.end()}
          day={period.to}
          whole={whole}
          free={{ from: period.from, to: whole.to }}
          onDay={(day) => onPeriod(endingOn(period, day, whole))}
        />
      </div>
      <button
        type="button"
        className={styles.shortcut}
        aria-disabled={shortcut.offered ? undefined : true}
        data-offered={shortcut.offered ? '' : undefined}
        onClick={() => {
          if (shortcut.offered) onPeriod(shortcut.to);
        }}
      >
        {shortcut.text}
      </button>
      <RangeSlider
        className={styles.slider}
        min={whole.from}
        max={whole.to}
        from={period.from}
        to={period.to}
        onFrom={setFrom}
        onTo={setTo}
        fromLabel={LL.stats.period.start()}
        toLabel={LL.stats.period.end()}
        valueText={said}
        caption={dotted}
        joinedCaption={range}
      />
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: LocalDay;
  readonly whole: Period;
  /** Days that can be chosen without moving the other end. */
  readonly free: Period;
  /** Called with any day; the parent moves the other end if necessary. */
  readonly onDay: (day: LocalDay) => void;
}

/**
 * A date field with a local copy of the input. A day that would move the other end is only reported on blur or Enter.
 */
function DayField({ label, day, whole, free, onDay }: DayFieldProps) {
  const { LL } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? isoDay(day);
  const settle = () => {
    const meant = typed === null ? null : dayFromIso(typed);
    setTyped(null);
    if (meant !== null) onDay(meant);
  };
  return (
    <DateTimeInput
      type="date"
      shownText={dayText(LL, value)}
      className={styles.field}
      aria-label={label}
      min={isoDay(whole.from)}
      max={isoDay(whole.to)}
      value={value}
      required
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const meant = dayFromIso(text);
        // A date that is only partly typed is valid, too: year 0020 before 2026, or month 1 before 11.
        if (meant !== null && meant >= free.from && meant <= free.to) onDay(meant);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
    />
  );
}
