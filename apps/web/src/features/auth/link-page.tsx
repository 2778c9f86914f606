import { Hills } from '@nuances/ui/hills';
import type { ReactNode } from 'react';
import styles from './link-page.module.css';

/** The page, with its hills, on which every mailed link is opened. */
export function LinkPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Hills className={styles.hills} height={240} />
      {children}
    </div>
  );
}
