import { exportVersion } from '@nuances/domain/export-file';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { readableNotes } from '../../note-store/export-notes.ts';
import { readableScans } from '../../note-store/readable-scans.ts';
import { trpc } from '../../api/queries.tsx';
import { downloadFile } from '../../browser/download.ts';
import { sentenceOf } from './sentence-of.ts';

/** Gathers the person's data, opens the notes here, and hands everything over as a file. */
export function useExport() {
  const data = trpc.useUtils().profile.exportData;
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const sealed = await data.fetch(undefined, { staleTime: 0, gcTime: 0 });
      const [notes, scans] = await Promise.all([readableNotes(sealed.notes), readableScans(sealed.scans)]);
      const everything = { version: exportVersion, ...sealed, scans, notes };
      downloadFile(`nuances-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(everything, null, 2));
    } catch (error) {
      showToast({ kind: 'error', role: 'alert', text: sentenceOf(toApiError(error))() });
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}
