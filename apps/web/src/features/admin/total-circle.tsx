import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import { useI18n } from '../../i18n/locale-store.ts';

import styles from './total-circle.module.css';

interface Props {
  readonly total: number;
  /** Accounts added in the last week. */
  readonly delta: number;
}

/** Number of accounts, and how many of them the last week added. */
export function TotalCircle({ total, delta }: Props) {
  const { LL, locale } = useI18n();
  const { growth } = LL.admin;
  const texts = { total: decimal(total, locale), count: decimal(delta, locale) };
  return (
    <div className={styles.circle}>
      <p className={styles.ring}>
        <span className={styles.total}>{texts.total}</span>
        <span className="t-small-2">{growth.total[pluralForm(locale, total)]()}</span>
        <span className={styles.delta}>{growth.delta(texts)}</span>
      </p>
      <p className={styles.definition}>{growth.deltaDef()}</p>
    </div>
  );
}
