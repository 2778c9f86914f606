import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './centred-page.module.css';

/** Shown while a screen loads. */
export function LoadingPage() {
  const { LL } = useI18n();
  return (
    <div className={styles.page}>
      <LoadingBloom text={LL.common.loading()} />
    </div>
  );
}
