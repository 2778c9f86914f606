import {
  keyFigures,
  type FigureChange,
  type KeyFigure,
  type PeriodWeeks,
  spanFigure,
} from '@nuances/domain/usage/periods';
import { weekdayName } from '@nuances/i18n/dates';
import { decimal, signed } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import type { RouterOutputs } from '../../api/router-types.ts';
import { type I18n, useI18n } from '../../i18n/locale-store.ts';
import { figureText, percentText } from './figures.ts';
import styles from './key-figures.module.css';

interface Props {
  readonly period: PeriodWeeks;
  /** The running week; undefined while it is not known. */
  readonly running: RouterOutputs['admin']['week'] | undefined;
}

/** Key figures of the period, each with its change from the previous period, and with the running week. */
export function KeyFigures({ period, running }: Props) {
  const words = useI18n();
  const { kpi } = words.LL.admin;
  return (
    <section className={styles.section}>
      <h2 className="visually-hidden">{kpi.title()}</h2>
      <dl className={styles.figures}>
        {keyFigures(period).map(({ id, value, change }) => (
          <div key={id} className={styles.figure} title={kpi[`${id}Def`]()}>
            <dt className="t-small">{kpi[id]()}</dt>
            <dd className={styles.value}>{valueText(words, id, value)}</dd>
            <dd className={styles.change}>{change ? changeText(words, id, change) : null}</dd>
            <dd className={styles.week}>
              {running
                ? kpi.week({
                    value: valueText(words, id, spanFigure(id, running.week)),
                    before: valueText(words, id, spanFigure(id, running.before)),
                  })
                : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.foot}>{footText(words, period, running)}</p>
    </section>
  );
}

function valueText(words: I18n, id: KeyFigure['id'], value: number | null): string {
  if (value !== null && id === 'completion') return percentText(value, words.locale);
  return figureText(words, value, { unit: 'count', decimals: 0 });
}

function changeText({ LL, locale }: I18n, id: KeyFigure['id'], { unit, value }: FigureChange): string {
  const { kpi } = LL.admin;
  const delta = signed(value, locale);
  const form = pluralForm(locale, Math.abs(value));
  if (unit === 'percent') return percentText(value, locale, { sign: true });
  if (unit === 'points') return kpi.points[form]({ delta });
  return id === 'active' ? kpi.people[form]({ delta }) : delta;
}

/** What the figures are compared with, as far as they are. */
function footText({ LL, locale }: I18n, period: PeriodWeeks, running: Props['running']): string {
  const { kpi } = LL.admin;
  const weeks = decimal(period.weeks.length, locale);
  if (!running) return period.before ? kpi.against({ weeks }) : kpi.noBefore();
  const until = new Date(running.until);
  const day = weekdayName(until.getUTCDay() || 7, locale);
  const hour = until.getUTCHours();
  const now = locale === 'fr' ? `${day} ${hour}\u202Fh` : `${day} ${hour}:00`;
  return `${period.before ? kpi.foot({ weeks, now }) : kpi.footWeek({ now })} ${kpi.mean()}`;
}
