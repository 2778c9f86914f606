import { dayOf } from '@nuances/domain/local-day';
import { shortestDate } from '@nuances/i18n/dates';
import { useNow } from '../../browser/use-now.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './quick.module.css';

/** When the last scan was, for the middle of a bloom: « hier » and the time. */
export function LastTime({ scan: { createdAt, moment } }: { readonly scan: Pick<ShownScan, 'createdAt' | 'moment'> }) {
  const i18n = useI18n();
  const at = new Date(createdAt);
  const relative = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' });
  const now = useNow();
  const days = dayOf(at.getTime()) - dayOf(now);
  const day = days >= -1 ? relative.format(days, 'day') : shortestDate(at, i18n.locale, new Date(now));
  const { time } = scanMoment(i18n, { at: createdAt, moment });
  return (
    <g aria-hidden="true">
      <text
        className={styles.day}
        data-long={day.length > 7 || undefined}
        textAnchor="middle"
        y={time === null ? 6 : 0}
      >
        {day}
      </text>
      <text className={styles.time} textAnchor="middle" y="18">
        {time}
      </text>
    </g>
  );
}
