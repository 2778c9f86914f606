import { isEnteredLater } from '@nuances/domain/scan/time';
import { Icon } from '@nuances/ui/icon';
import { useI18n, type I18n } from '../i18n/locale-store.ts';
import { scanDay } from '../i18n/scan-time.ts';
import styles from './mark.module.css';

/**
 * The day on which a scan was entered, where that is not the one it is filed under; else null (SPEC.md TIME-3).
 * @param receivedAt null while it waits on this device
 */
export function enteredDay(i18n: I18n, createdAt: string, receivedAt: string | null): string | null {
  const received = receivedAt === null ? new Date() : new Date(receivedAt);
  return isEnteredLater(new Date(createdAt), received) ? scanDay(i18n, received.toISOString()) : null;
}

interface Props {
  /** Day on which the scan was entered, in words. */
  readonly date: string;
  readonly className?: string | undefined;
}

/** Mark of a scan that was entered later than its day; the heading says it too. */
export function EnteredLater({ date, className = '' }: Props) {
  const { LL } = useI18n();
  return (
    <p className={`${styles.mark} ${className} screen-only`} aria-hidden="true">
      <Icon name="history" size={16} />
      {LL.scan.entered({ date })}
    </p>
  );
}
