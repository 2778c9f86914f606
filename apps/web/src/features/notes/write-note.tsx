import type { NoteCategory } from '@nuances/domain/axes';
import { useMemo } from 'react';
import type { ShownScan } from '../../offline/scans.ts';
import { NoteEditor } from './note-editor.tsx';
import { useEditorSlot } from './use-editor-slot.ts';

interface Props {
  /** What the new note is about, and whether it is linked to the scan; null closes the editor. */
  readonly note: { readonly category: NoteCategory; readonly linked: boolean } | null;
  readonly scan: ShownScan;
  readonly onClose: () => void;
}

/** The editor for a new note over another screen, about the scan that is shown there. */
export function WriteNote({ note, scan, onClose }: Props) {
  const editor = useEditorSlot(
    note && { kind: 'new', categoryId: note.category, scanResultId: note.linked ? scan.id : null },
  );
  const scans = useMemo(() => new Map([[scan.id, scan]]), [scan]);
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
