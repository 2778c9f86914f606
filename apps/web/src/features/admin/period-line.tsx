import type { PeriodWeeks } from '@nuances/domain/usage/periods';
import { type UsagePeriod, usagePeriodIds } from '@nuances/domain/usage/usage-periods';
import { Button } from '@nuances/ui/button';
import { Segmented } from '@nuances/ui/segmented';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ChartRows } from './chart-figure.tsx';
import { weekRange } from './week-text.ts';
import styles from './period-line.module.css';

interface Props {
  readonly chosen: UsagePeriod;
  readonly onChoose: (period: UsagePeriod) => void;
  readonly by: ChartRows['by'];
  readonly onBy: (by: ChartRows['by']) => void;
  readonly period: PeriodWeeks;
  readonly onDownload: () => void;
}

/** Selectors for the period and for weeks or months, and a download of all weeks as a file. */
export function PeriodLine({ chosen, onChoose, by, onBy, period, onDownload }: Props) {
  const { admin } = useI18n().LL;
  const [first] = period.weeks;
  const last = period.weeks.at(-1);
  return (
    <div className={styles.line}>
      <Segmented
        className={styles.choice}
        legend={admin.period.group()}
        options={usagePeriodIds.map((value) => ({ value, label: admin.period[value]() }))}
        value={chosen}
        onChange={onChoose}
      />
      <Segmented
        className={styles.choice}
        legend={admin.by.group()}
        options={(['week', 'month'] as const).map((value) => ({ value, label: admin.by[value]() }))}
        value={by}
        onChange={onBy}
      />
      <p className={styles.range}>
        {first && last ? admin.whole(weekRange(first.weekStart, last.weekStart)) : admin.partial()}
      </p>
      <Button variant="quiet" size="small" icon="download" aria-label={admin.csvAllName()} onClick={onDownload}>
        {admin.csvAll()}
      </Button>
    </div>
  );
}
