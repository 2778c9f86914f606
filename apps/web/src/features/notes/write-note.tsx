import type { NoteCategory } from '@nuances/domain/axes';
import type { LocalDay } from '@nuances/domain/local-day';
import { useMemo } from 'react';
import type { ShownScan } from '../../offline/scans.ts';
import { openDayOf } from './calendar-date.ts';
import { NoteEditor } from './note-editor.tsx';
import { useEditorSlot } from './use-editor-slot.ts';

interface Props {
  /**
   * Category of the new note, whether it is linked to the scan, and the earlier day it is for; null closes the editor.
   */
  readonly note: { readonly category: NoteCategory; readonly linked: boolean; readonly day?: LocalDay } | null;
  /** The scan that the screen shows; undefined for none. */
  readonly scan?: ShownScan;
  readonly onClose: () => void;
}

/** The editor of a new note, as a dialog over another screen. */
export function WriteNote({ note, scan, onClose }: Props) {
  const editor = useEditorSlot(
    note && {
      kind: 'new',
      categoryId: note.category,
      scanResultId: note.linked && scan ? scan.id : null,
      day: openDayOf(note.day ?? null),
    },
    null,
  );
  const scans = useMemo(() => new Map(scan ? [[scan.id, scan]] : []), [scan]);
  return editor.slot ? (
    <NoteEditor
      key={editor.key}
      open={editor.open}
      slot={editor.slot}
      scans={scans}
      onClose={onClose}
      onSaved={onClose}
      onDiscard={editor.restart}
    />
  ) : null;
}
