import { monthPeriod } from '@nuances/domain/calendar';
import { dateOfDay, type LocalDay } from '@nuances/domain/local-day';
import { spanOf } from '@nuances/domain/statistics/scan-means';
import { monthName } from '@nuances/i18n/dates';
import { SpanLink } from '../../../components/span-link.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './month-view.module.css';

interface Props {
  /** `YYYY-MM` */
  readonly month: string;
  readonly today: LocalDay;
  /** The day that was chosen last; null for none. */
  readonly chosen: LocalDay | null;
  /** Days with a scan or a note, earliest first. */
  readonly held: readonly LocalDay[];
}

/** Links that look back on the shown month, and on the week of a day in it. */
export function LookLinks({ month, today, chosen, held }: Props) {
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
