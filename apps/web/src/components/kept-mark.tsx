import { countText } from '@nuances/i18n/plural';
import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './mark.module.css';

/** Says that answers of a scan were taken over from the scan before. */
export function KeptMark({
  count,
  className = '',
}: {
  readonly count: number;
  readonly className?: string | undefined;
}) {
  const { LL, locale } = useI18n();
  return (
    <div className={`${styles.kept} ${className}`}>
      <p className={styles.mark}>
        <Icon name="again" size={16} />
        {countText(LL.quick.marked, locale, count)}
      </p>
      <p className={`${styles.more} screen-only`}>{LL.quick.markedMore()}</p>
    </div>
  );
}
