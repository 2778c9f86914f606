import { Icon } from '@nuances/ui/icon';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './scan-page.module.css';

/**
 * Link back to the screen that the scan was opened from, with its scroll position; to the history when that screen is
 * unknown.
 */
export function BackLink() {
  const { LL } = useI18n();
  const router = useRouter();
  const state = useLocation({ select: (location) => location.state });
  // The first entry of a visit is in the history twice once a layer has opened above it; before it is another site.
  const isFirst = state.__TSR_index === 0 || state.doubled === 'above';
  const goBack = (event: MouseEvent) => {
    if (isFirst || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.back();
  };
  const label = isFirst || state.fromHistory ? LL.scan.back() : LL.action.back();
  return (
    <Link to="/history" className={`${styles.back} screen-only`} onClick={goBack}>
      <Icon name="left" />
      <span className={styles.backLabel}>{label}</span>
    </Link>
  );
}
