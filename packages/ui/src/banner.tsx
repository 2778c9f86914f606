import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './banner.module.css';

export interface BannerProps {
  /** Not shown on phones, where the sentence needs the room. */
  icon?: IconName | undefined;
  /** A primary small button or link. */
  action?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A standing notice on the page: a sentence and, perhaps, what to do about it. */
export function Banner({ icon = 'info', action, children, className }: BannerProps) {
  return (
    <div role="status" className={classNames(styles.banner, className)}>
      <Icon className={styles.icon} name={icon} />
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
