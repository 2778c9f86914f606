import type { ReactNode } from 'react';
import { useI18n } from '../i18n/locale-store.ts';
import { ExportButton } from './export-button.tsx';
import styles from './export-first.module.css';
import { ExportProgress } from './export-progress.tsx';

/** Offers an export before something is erased; `children` stand before the offer. */
export function ExportFirst({ children }: { readonly children?: ReactNode }) {
  const { LL } = useI18n();
  return (
    <div className={styles.first}>
      <p>
        {children} {LL.profile.config.erase.first()}
      </p>
      <ExportButton variant="outline">{LL.profile.config.export.submit()}</ExportButton>
      <ExportProgress />
    </div>
  );
}
