import { dateOfDay, dayFromIso, dayOf, isoDay, type LocalDay } from '@nuances/domain/local-day';
import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import { fullestSeries } from '@nuances/domain/patterns/pattern-series';
import { patternLimits, type Pattern } from '@nuances/domain/patterns/scan-patterns';
import { Button } from '@nuances/ui/button';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { TextField } from '@nuances/ui/text-field';
import { useState } from 'react';
import { dayText } from '../../i18n/day-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { scanDay } from '../../i18n/scan-time.ts';
import { PatternEntry } from './pattern-entry.tsx';
import styles from './insights.module.css';

interface Props {
  /** At least one, in time order. */
  readonly scans: readonly PatternScan[];
  readonly today: LocalDay;
  /** The chosen day; null before a choice. */
  readonly day: LocalDay | null;
  /** Patterns of a change at that day; null while they are computed. */
  readonly patterns: readonly Pattern[] | null;
  readonly onDay: (day: LocalDay) => void;
}

/** Compares the scans before and after a day that the person chooses. */
export function ChangeAround({ scans, today, day, patterns, onDay }: Props) {
  const words = useI18n();
  const { LL } = words;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const [first, last] = [scans[0], scans.at(-1)];
  if (!first || !last) return null;
  const bounds = { from: dayOf(first.at) + 1, to: dayOf(last.at) };
  const meant = dayFromIso(typed);
  // Not while the day is typed: each day that is looked at makes the comparisons stricter.
  const settle = () => {
    if (meant === null) return;
    const isOutside = meant < bounds.from || meant > bounds.to;
    setRefused(isOutside);
    if (!isOutside && meant !== day) onDay(meant);
  };
  const change = (next: string) => {
    setTyped(next);
    setRefused(false);
  };
  const dayIn = (at: LocalDay) => scanDay(words, dateOfDay(at).toISOString());
  return (
    <section className={styles.section} aria-labelledby="change-around">
      <h2 id="change-around" className="t-h3">
        {LL.insight.change.title()}
      </h2>
      <div className={`${styles.day} screen-only`}>
        <TextField
          label={LL.insight.change.label()}
          name="change"
          shownText={dayText(LL, typed)}
          min={isoDay(bounds.from)}
          max={isoDay(bounds.to)}
          value={typed}
          error={refused ? LL.insight.change.outside({ from: dayIn(bounds.from), to: dayIn(bounds.to) }) : undefined}
          onChange={change}
          onBlur={settle}
          onEnter={settle}
        />
        <Button onClick={settle}>{LL.insight.change.compare()}</Button>
      </div>
      {day === null || meant !== day ? null : <Around scans={scans} today={today} day={day} patterns={patterns} />}
    </section>
  );
}

/** Result for the chosen day. */
function Around({ scans, today, day, patterns }: Omit<Props, 'onDay' | 'day'> & { readonly day: LocalDay }) {
  const words = useI18n();
  const { LL } = words;
  const compared = fullestSeries(scans).scans;
  const after = compared.filter(({ at }) => dayOf(at) >= day).length;
  const before = compared.length - after;
  if (Math.min(before, after) < patternLimits.sinceSide)
    return (
      <p className={styles.lead} role="status">
        {LL.insight.change.few({ min: patternLimits.sinceSide, before, after })}
      </p>
    );
  if (!patterns) return <LoadingBloom text={LL.common.loading()} />;
  if (patterns.length === 0)
    return (
      <p className={styles.lead} role="status">
        {LL.insight.change.none({ date: scanDay(words, dateOfDay(day).toISOString()) })}
      </p>
    );
  return patterns.map((pattern) => (
    <PatternEntry key={`${day} ${pattern.axis}`} pattern={pattern} scans={scans} today={today} />
  ));
}
