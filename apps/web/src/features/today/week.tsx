import type { LocalDay } from '@nuances/domain/local-day';
import { sevenDaysUpTo } from '@nuances/domain/today';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { WeekBlooms } from '../../components/week-blooms.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import span from '../../components/span-link.module.css';
import styles from './week.module.css';

interface Props {
  readonly today: LocalDay;
  /** The person's scans, newest first. */
  readonly scans: readonly ShownScan[];
}

/** The last seven days. */
export function Week({ today, scans }: Props) {
  const { LL } = useI18n();
  const id = useId();
  return (
    <section className={styles.week} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {LL.today.week()}
        </h2>
        <Link to="/history" search={{ view: 'month' }} className={span.link}>
          {LL.today.month()}
          <Icon name="right" size={18} />
        </Link>
      </header>
      <WeekBlooms days={sevenDaysUpTo(today)} today={today} scans={scans} />
    </section>
  );
}
