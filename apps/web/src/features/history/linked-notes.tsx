import { AppDialog } from '../../components/app-dialog.tsx';
import { NoteLeaf } from '../../components/note-leaf.tsx';
import { useExpanded } from '../../note-store/use-expanded.ts';
import type { AnyNote } from '../../note-store/note.ts';
import { scanDay } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './linked-notes.module.css';

interface Props {
  readonly open: boolean;
  readonly scan: ShownScan;
  readonly notes: readonly AnyNote[];
  readonly onClose: () => void;
}

/** Dialog with the notes that are linked to a scan, read-only. */
export function LinkedNotes({ open, scan, notes, onClose }: Props) {
  const words = useI18n();
  const { LL } = words;
  const { expanded, toggle } = useExpanded();
  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={LL.history.notes.title()}
      lead={LL.history.notes.subtitle({ date: scanDay(words, scan.createdAt) })}
      wide
    >
      <ul className={styles.list}>
        {notes.map((note) => (
          <li key={note.id}>
            <NoteLeaf note={note} level={3} expanded={expanded.has(note.id)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{notes.length > 0 ? LL.history.notes.readonly() : LL.history.notes.empty()}</p>
    </AppDialog>
  );
}
