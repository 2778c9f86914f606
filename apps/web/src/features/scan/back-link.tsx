import { Icon } from '@nuances/ui/icon';
import { Link, useLocation } from '@tanstack/react-router';
import { useGoBack } from '../../components/use-go-back.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './scan-page.module.css';

/** Link back to the screen that the scan was opened from; to the history when that screen is unknown. */
export function BackLink() {
  const { LL } = useI18n();
  const fromHistory = useLocation({ select: ({ state }) => state.fromHistory });
  const { isFirst, goBack } = useGoBack();
  return (
    <Link to="/history" className={`${styles.back} screen-only`} onClick={goBack}>
      <Icon name="left" />
      <span className={styles.backLabel}>{isFirst || fromHistory ? LL.scan.back() : LL.action.back()}</span>
    </Link>
  );
}
