import { startOfDay } from '@nuances/domain/local-day';
import { presetOf, presetPeriod, presets, type Period } from '@nuances/domain/period';
import { dottedDay } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import { IconButton } from '@nuances/ui/icon-button';
import { Segmented } from '@nuances/ui/segmented';
import { useId, useState } from 'react';
import { useI18n } from '../i18n/locale-store.ts';
import { PeriodFilter } from './period-filter.tsx';
import styles from './presets.module.css';

interface Props {
  readonly period: Period;
  /** The longest period: from the day of the first scan to that of the last. */
  readonly whole: Period;
  /** Scans in the period. */
  readonly count: number;
  readonly onPeriod: (period: Period) => void;
}

/** Preset periods, and the period filter on demand; for people with many scans. */
export function Presets({ period, whole, count, onPeriod }: Props) {
  const { LL, locale } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  const dotted = (day: number) => dottedDay(new Date(startOfDay(day)));
  return (
    <div className={`${styles.presets} screen-only`}>
      <Segmented
        className={styles.rail}
        legend={LL.stats.preset.group()}
        options={presets.map((preset) => ({ value: preset, label: LL.stats.preset[preset]() }))}
        // A period that is not a preset selects no option.
        value={presetOf(period, whole) ?? 'own'}
        onChange={(preset) => {
          if (preset !== 'own') onPeriod(presetPeriod(preset, whole));
        }}
      />
      <p className={styles.range}>
        {LL.stats.range[pluralForm(locale, count)]({
          start: dotted(period.from),
          end: dotted(period.to),
          count: decimal(count, locale),
        })}
      </p>
      <IconButton
        icon="calendar"
        iconSize={20}
        label={LL.stats.preset.own()}
        className={styles.own}
        aria-expanded={open}
        aria-controls={`${id}-own`}
        onClick={() => setOpen(!open)}
      />
      <div id={`${id}-own`} className={styles.filter} hidden={!open}>
        {open ? <PeriodFilter period={period} whole={whole} onPeriod={onPeriod} /> : null}
      </div>
    </div>
  );
}
