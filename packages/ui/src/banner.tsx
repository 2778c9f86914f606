import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { UnbrokenWords } from './unbroken-words.tsx';
import styles from './banner.module.css';

export interface BannerProps {
  /** Hidden on phones, where the sentence needs the space. */
  icon?: IconName | undefined;
  /** A primary small button or link. */
  action?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A permanent message on the page: a sentence and, optionally, an action. */
export function Banner({ icon = 'info', action, children, className }: BannerProps) {
  return (
    <div role="status" className={classNames(styles.banner, className)}>
      <Icon className={styles.icon} name={icon} />
      <div className={styles.text}>
        <UnbrokenWords>{children}</UnbrokenWords>
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
