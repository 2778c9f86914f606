import { Button } from '@nuances/ui/button';
import type { ReactNode } from 'react';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './export-first.module.css';
import { ExportProgress } from './export-progress.tsx';
import { exportRun, startExport } from './export-run.ts';

/** Offers an export before something is erased; `children` stand before the offer. */
export function ExportFirst({ children }: { readonly children?: ReactNode }) {
  const { LL } = useI18n();
  const exporting = useStore(exportRun);
  return (
    <div className={styles.first}>
      <p>
        {children} {LL.profile.config.erase.first()}
      </p>
      <Button
        variant="outline"
        size="small"
        busy={exporting.step === 'making'}
        busyLabel={LL.profile.config.export.busy()}
        onClick={() => void startExport(null)}
      >
        {LL.profile.config.export.submit()}
      </Button>
      <ExportProgress />
    </div>
  );
}
