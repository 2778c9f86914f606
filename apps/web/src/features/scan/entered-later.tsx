import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './entered-later.module.css';

interface Props {
  /** Day on which the scan was entered, in words. */
  readonly date: string;
  readonly className: string | undefined;
}

/** Mark of a scan that was entered later than its day; the heading says it too. */
export function EnteredLater({ date, className }: Props) {
  const { LL } = useI18n();
  return (
    <p className={`${styles.mark} ${className} screen-only`} aria-hidden="true">
      <Icon name="history" size={16} />
      {LL.scan.entered({ date })}
    </p>
  );
}
