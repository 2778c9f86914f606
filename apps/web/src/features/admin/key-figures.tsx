import { keyFigures, type KeyFigure, type PeriodWeeks, visitToSignup } from '@nuances/domain/usage-periods';
import { decimal, signed } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import { type I18n, useI18n } from '../../i18n/locale-store.ts';
import { figureText, percentText } from './figures.ts';
import styles from './key-figures.module.css';

/** Key figures of the period, each with its change from the previous period. */
export function KeyFigures({ period }: { readonly period: PeriodWeeks }) {
  const words = useI18n();
  const { kpi } = words.LL.admin;
  return (
    <section className={styles.section}>
      <h2 className="visually-hidden">{kpi.title()}</h2>
      <ul className={styles.figures}>
        {keyFigures(period).map((figure, index) => {
          const { label, definition } = { label: kpi[figure.id](), definition: kpi[`${figure.id}Def`]() };
          const value = valueText(words, figure);
          const { change, against } = changeTexts(words, figure, period, index === 0);
          return (
            <li key={figure.id} className={styles.figure} title={definition}>
              <span aria-hidden="true" className="t-small">
                {label}
              </span>
              <span aria-hidden="true" className={styles.value}>
                {value}
              </span>
              <span aria-hidden="true" className={styles.change}>
                {[change, against].filter((text) => text !== '').join(figure.id === 'signups' ? ' · ' : ' ')}
              </span>
              <span className="visually-hidden">{sentence(kpi.name({ label, value, change, against }))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function valueText(words: I18n, { id, value }: KeyFigure): string {
  if (value !== null && id === 'completion') return percentText(value, words.locale);
  return figureText(words, value, { unit: 'count', decimals: 0 });
}

/** Texts for the change of a figure and for its basis or meaning; only the first figure names the previous period. */
function changeTexts({ LL, locale }: I18n, { id, change }: KeyFigure, period: PeriodWeeks, isFirst: boolean) {
  const { kpi } = LL.admin;
  const textOf = (value: number) =>
    id === 'completion'
      ? kpi.points[pluralForm(locale, Math.abs(value))]({ delta: signed(value, locale) })
      : percentText(value, locale, { sign: true });
  const said = change === null ? '' : textOf(change);
  if (isFirst && period.before === null) return { change: said, against: kpi.noBefore() };
  if (isFirst) return { change: said, against: kpi.against({ weeks: decimal(period.weeks.length, locale) }) };
  if (id === 'active') return { change: said, against: kpi.activeMean() };
  const share = id === 'signups' ? visitToSignup(period.weeks) : null;
  if (share === null) return { change: said, against: '' };
  return { change: said, against: kpi.perVisitor({ share: percentText(share, locale, { decimals: 1 }) }) };
}

/** Removes the commas of parts that are empty. */
function sentence(text: string): string {
  return text.replace(/, +/, ', ').replace(/[, ]+$/, '');
}
