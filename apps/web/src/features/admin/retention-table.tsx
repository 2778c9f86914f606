import { retention } from '@nuances/domain/limits';
import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { useState } from 'react';
import type { RouterOutputs } from '../../api/router-types.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { shortWeek } from './week-text.ts';
import styles from './retention-table.module.css';

export type Cohort = RouterOutputs['admin']['retention'][number];

/** Rows at first, and after « Afficher plus ». */
const shownWeeks = { few: 5, most: 26 } as const;

interface Props {
  /** Oldest first. */
  readonly cohorts: readonly Cohort[];
  readonly now: Date;
}

/** Percentage of the accounts of each week that came back later. The server omits groups that are too small. */
export function RetentionTable({ cohorts, now }: Props) {
  const { LL, locale } = useI18n();
  const [more, setMore] = useState(false);
  const { retention: words } = LL.admin;
  const min = decimal(retention.minAccounts, locale);
  const rows = cohorts.slice(-(more ? shownWeeks.most : shownWeeks.few));
  if (rows.length === 0) return <p className={styles.empty}>{LL.admin.noData()}</p>;
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.title()}</caption>
        <thead>
          <tr>
            <th scope="col">{words.week()}</th>
            <th scope="col">{words.accounts()}</th>
            {retention.weeksAfter.map((weeks) => (
              <th key={weeks} scope="col">
                {words.after({ weeks: decimal(weeks, locale) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ weekStart, accounts, after }) => (
            <tr key={weekStart}>
              <th scope="row">{shortWeek(weekStart, locale, now)}</th>
              {accounts === null ? (
                <td className={styles.small} colSpan={1 + after.length}>
                  {words.small({ min })}
                </td>
              ) : (
                <>
                  <td>{decimal(accounts, locale)}</td>
                  {after.map(({ weeks, isOver, people }) => {
                    const share = people === null ? null : Math.round((100 * people) / accounts);
                    if (share === null)
                      return (
                        <td key={weeks} className={styles.small}>
                          {isOver ? words.small({ min }) : words.later()}
                        </td>
                      );
                    return (
                      <td
                        key={weeks}
                        style={{ backgroundColor: `color-mix(in srgb, var(--blue-tint) ${share}%, transparent)` }}
                      >
                        {decimal(share, locale)}
                      </td>
                    );
                  })}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!more && cohorts.length > shownWeeks.few ? (
        <Button variant="quiet" size="small" className={styles.more} onClick={() => setMore(true)}>
          {LL.action.more()}
          <span className="visually-hidden">{words.title()}</span>
        </Button>
      ) : null}
      <p className={styles.definition}>{words.def({ min })}</p>
    </>
  );
}
