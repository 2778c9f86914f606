import { dateOfDay, dayFromIso, isoDay, type LocalDay } from '@nuances/domain/local-day';
import {
  beginningOn,
  endingOn,
  presetOf,
  presetPeriod,
  presets,
  withFrom,
  withTo,
  type Period,
} from '@nuances/domain/statistics/period';
import { dottedDay, longDay } from '@nuances/i18n/dates';
import { countText } from '@nuances/i18n/plural';
import { DateTimeInput } from '@nuances/ui/date-time-input';
import { RangeSlider } from '@nuances/ui/range-slider';
import { Segmented } from '@nuances/ui/segmented';
import { memo, useId, useState } from 'react';
import { dayText } from '../i18n/day-text.ts';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './period-filter.module.css';

interface Props {
  readonly period: Period;
  /** The longest period: from the day of the first scan to that of the last. */
  readonly whole: Period;
  readonly count: number;
  readonly onPeriod: (period: Period) => void;
  /** Called when a preset is chosen, before its period. */
  readonly onPreset?: () => void;
}

const dotted = (day: LocalDay) => dottedDay(dateOfDay(day));

/** Chooses a period: presets, a slider with two handles, and date fields that open on demand. */
export const PeriodFilter = memo(function PeriodFilter({ period, whole, count, onPeriod, onPreset }: Props) {
  const { LL, locale } = useI18n();
  const id = useId();
  const [typing, setTyping] = useState(false);
  return (
    <div className={`${styles.box} screen-only`}>
      <div className={styles.filter} role="group" aria-labelledby={`${id}-name`}>
        <h2 id={`${id}-name`} className={styles.name}>
          {LL.stats.period.label()}
        </h2>
        <button
          type="button"
          className={styles.range}
          aria-expanded={typing}
          aria-controls={`${id}-days`}
          onClick={() => setTyping(!typing)}
        >
          <span className={styles.ends}>
            {LL.stats.period.range({ start: dotted(period.from), end: dotted(period.to) })}
          </span>
          <span className="visually-hidden"> {LL.stats.period.dates()}</span>
        </button>
        <p className={styles.count}>{countText(LL.stats.many.scans, locale, count)}</p>
        <div id={`${id}-days`} className={styles.days} hidden={!typing}>
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
        <Segmented
          className={styles.presets}
          legend={LL.stats.preset.group()}
          options={presets.map((preset) => ({ value: preset, label: LL.stats.preset[preset]() }))}
          // A period that is not a preset selects no option.
          value={presetOf(period, whole) ?? 'own'}
          onChange={(preset) => {
            if (preset === 'own') return;
            onPreset?.();
            onPeriod(presetPeriod(preset, whole));
          }}
        />
        <RangeSlider
          className={styles.slider}
          min={whole.from}
          max={whole.to}
          from={period.from}
          to={period.to}
          onFrom={(day) => onPeriod(withFrom(period, day, whole))}
          onTo={(day) => onPeriod(withTo(period, day, whole))}
          fromLabel={LL.stats.period.start()}
          toLabel={LL.stats.period.end()}
          valueText={(day) => longDay(dateOfDay(day), locale, new Date())}
        />
      </div>
    </div>
  );
});

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
      className={`${styles.field} text-input`}
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
