import { Button } from '@nuances/ui/button';
import type { ReactNode } from 'react';
import { useStore } from '../browser/store.ts';
import { useI18n } from '../i18n/locale-store.ts';
import { exportRun, startExport } from '../archive/export-run.ts';

interface Props {
  readonly variant: 'outline' | 'quiet';
  readonly children: ReactNode;
}

/** Exports the person's data as a readable file, from a place that is about something else. */
export function ExportButton({ variant, children }: Props) {
  const { LL } = useI18n();
  return (
    <Button
      variant={variant}
      size="small"
      busy={useStore(exportRun).step === 'making'}
      busyLabel={LL.profile.config.export.busy()}
      onClick={() => void startExport(null)}
    >
      {children}
    </Button>
  );
}
