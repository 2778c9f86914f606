import { Button } from '@nuances/ui/button';
import { useState } from 'react';
import { NoteLeaf } from '../../components/note-leaf.tsx';
import { useExpanded } from '../../note-store/use-expanded.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { AnyNote } from '../../note-store/note.ts';
import styles from './linked-leaves.module.css';

/** Number of notes that are shown at first. */
const atFirst = 3;

interface Props {
  /** Target of the link to this section. */
  readonly id: string;
  readonly notes: readonly AnyNote[];
}

/** The notes that are linked to a scan, as cards. */
export function LinkedLeaves({ id, notes }: Props) {
  const { LL } = useI18n();
  const [all, setAll] = useState(false);
  const { expanded, toggle } = useExpanded();
  const shown = all ? notes : notes.slice(0, atFirst);
  return (
    <section id={id} className={styles.notes} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {LL.history.notes.title()}
      </h2>
      <ul className={styles.list} data-columns={shown.length >= atFirst ? '' : undefined}>
        {shown.map((note) => (
          <li key={note.id}>
            <NoteLeaf note={note} level={3} expanded={expanded.has(note.id)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      {shown.length < notes.length ? (
        <Button variant="quiet" className={styles.more} onClick={() => setAll(true)}>
          {LL.scan.allNotes({ count: notes.length })}
        </Button>
      ) : null}
    </section>
  );
}
