import { dayMeans, laneIds, monthOf, monthPeriod } from '@nuances/domain/calendar';
import { dateOfDay, firstOfMonth, type LocalDay } from '@nuances/domain/local-day';
import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { type ReactNode, useId } from 'react';
import { AxisHeads, IconHead } from '../../../components/axis-heads.tsx';
import { Fold } from '../../../components/fold.tsx';
import axisTable from '../../../components/axis-table.module.css';
import { useI18n, type I18n } from '../../../i18n/locale-store.ts';
import { dayShort, monthTitle } from './day-words.ts';
import type { CalendarDays } from './use-calendar-days.ts';
import styles from './day-table.module.css';

interface Props {
  /** `YYYY-MM` */
  readonly month: string;
  readonly today: LocalDay;
  readonly days: CalendarDays;
  readonly onMonth: (month: string) => void;
}

interface FoldProps extends Props {
  /** Shown on the line of the button. */
  readonly beside: ReactNode;
}

/** A button that shows the days of one month as a table; closed at first. */
export function DayTableFold({ beside, ...props }: FoldProps) {
  const { LL } = useI18n();
  return (
    <div>
      <Fold className={styles.line} buttonClass={styles.toggle} words={LL.calendar.table} before={beside}>
        <DayTable {...props} />
      </Fold>
    </div>
  );
}

/** « novembre 2026 : 3 jours avec un scan. 3, 5 et 18 » */
function summary(words: I18n, month: string, dates: readonly LocalDay[]): string {
  const { LL, locale } = words;
  const figures = dates.map((day) => String(dateOfDay(day).getDate()));
  const list = new Intl.ListFormat(locale).format(figures);
  return LL.calendar.summary[pluralForm(locale, dates.length)]({
    month: monthTitle(words, month),
    count: dates.length,
    list,
  }).trim();
}

/** A mean, with one decimal unless it is a whole number. */
function figure({ locale }: I18n, value: number): string {
  return decimal(value, locale, Number.isInteger(value) ? 0 : 1);
}

function DayTable({ month, today, days, onMonth }: Props) {
  const words = useI18n();
  const { LL } = words;
  const captionId = useId();
  const period = monthPeriod(month);
  const rows = period ? days.scanDays.filter(({ day }) => day >= period.from && day <= period.to) : [];
  const turn = (by: number) => period && onMonth(monthOf(firstOfMonth(period.from, by)));
  return (
    <>
      <p id={captionId} className={styles.caption}>
        {summary(
          words,
          month,
          rows.map(({ day }) => day),
        )}
      </p>
      {/* With enlarged text, nine columns are wider than a phone, so the table scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroller} role="region" aria-labelledby={captionId} tabIndex={0}>
        <table className={axisTable.table} aria-labelledby={captionId}>
          <thead>
            <tr>
              <th scope="col">{LL.calendar.table.date()}</th>
              <AxisHeads />
              <IconHead icon={<Icon name="pie" size={18} />} name={LL.calendar.all()} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.day}>
                <th scope="row">{dayShort(words, row.day)}</th>
                {dayMeans(row).map((value, index) => (
                  <td key={laneIds[index]}>{figure(words, value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{LL.calendar.table.mean()}</p>
      <div className={`${styles.turn} screen-only`}>
        <Button size="small" icon="left" onClick={() => turn(-1)}>
          {LL.calendar.previousMonth()}
        </Button>
        <Button size="small" iconEnd="right" disabled={month >= monthOf(today)} onClick={() => turn(1)}>
          {LL.calendar.nextMonth()}
        </Button>
      </div>
    </>
  );
}
