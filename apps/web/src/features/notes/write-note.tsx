import type { NoteCategory } from '@nuances/domain/axes';
import { useMemo } from 'react';
import type { ShownScan } from '../../router.tsx';
import { NoteEditor } from './note-editor.tsx';
import { useEditorSlot } from './use-editor-slot.ts';

interface Props {
  /** What the new note is about; null closes the editor. */
  readonly category: NoteCategory | null;
  readonly scan: ShownScan;
  readonly onClose: () => void;
}

/** The editor for a new note over another screen, linked to the scan that is shown there. */
export function WriteNote({ category, scan, onClose }: Props) {
  const editor = useEditorSlot(category && { kind: 'new', categoryId: category, scanResultId: scan.id });
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
