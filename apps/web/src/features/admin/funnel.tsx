import { retention } from '@nuances/domain/limits';
import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { decimal } from '@nuances/i18n/numbers';
import type { ReactNode } from 'react';
import type { RouterOutputs } from '../../api/router-types.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { weekRange } from './week-text.ts';
import styles from './funnel.module.css';

interface Props {
  /** Of the period; undefined while it is not known. */
  readonly funnel: RouterOutputs['admin']['funnel'][number] | undefined;
  /** All weeks, oldest first. */
  readonly weeks: readonly UsageWeek[];
  /** Takes its place while it is not known. */
  readonly missing: ReactNode;
}

/** How many of the accounts of a period saved a first scan and had a second week, with definitions. */
export function Funnel({ funnel, weeks, missing }: Props) {
  const { LL, locale } = useI18n();
  const { funnel: words, kpi } = LL.admin;
  const span = funnel?.weeks;
  const min = decimal(retention.minAccounts, locale);
  const range = span ? words.range(weekRange(span.first, span.last)) : undefined;
  if (!funnel || !span || funnel.accounts === null)
    return (
      <DashboardSection title={words.title()} note={range} wide>
        {funnel ? (
          <p className={styles.empty}>{span ? LL.admin.retention.small({ min }) : LL.admin.noData()}</p>
        ) : (
          missing
        )}
      </DashboardSection>
    );
  const { accounts, scanned, returned } = funnel;
  const visitors = weeks
    .filter(({ weekStart }) => weekStart >= span.first && weekStart <= span.last)
    .reduce((sum, week) => sum + week.anonymousLandings, 0);
  const steps = [
    { id: 'signups', name: words.signups(), definition: kpi.signupsDef(), count: accounts, share: null },
    { id: 'scan', name: words.scan(), definition: words.scanDef(), count: scanned, share: true },
    { id: 'second', name: words.second(), definition: words.secondDef(), count: returned, share: true },
  ] as const;
  return (
    <DashboardSection title={words.title()} note={range} wide>
      <dl className={styles.steps}>
        <div className={styles.step}>
          <dt className={styles.name}>{words.visitors()}</dt>
          <dd className={styles.definition}>{kpi.visitorsDef()}</dd>
          <dd className={styles.rail} data-arrivals="" aria-hidden="true" />
          <dd className={styles.count}>{decimal(visitors, locale)}</dd>
        </div>
        {steps.map(({ id, name, definition, count, share }) => (
          <div key={id} className={styles.step}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.definition}>{definition}</dd>
            <dd className={styles.rail} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${(100 * (count ?? 0)) / accounts}%` }} />
            </dd>
            <dd className={count === null ? styles.small : styles.count}>
              {count === null ? LL.admin.retention.small({ min }) : decimal(count, locale)}
            </dd>
            {share && count !== null ? (
              <dd className={styles.share}>
                {words.share({ count: decimal(Math.round((100 * count) / accounts), locale) })}
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {words.note({ min })} {words.noteMore()}
      </p>
    </DashboardSection>
  );
}
