import { noteDay } from '@nuances/i18n/dates';
import { Menu, type MenuEntry } from '@nuances/ui/menu';
import { memo } from 'react';
import type { AnyNote } from '../../note-store/note.ts';
import { NoteLeaf } from '../../components/note-leaf.tsx';
import type { ShownScan } from '../../offline/scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LinkedScan } from './linked-scan.tsx';

/** What can be done with a note; stable, so that an unchanged card is not drawn again. */
export interface NoteActions {
  readonly onEdit: (note: AnyNote) => void;
  readonly onDelete: (note: AnyNote) => void;
  readonly onExport: (note: AnyNote) => void;
  readonly onToggle: (id: string) => void;
}

interface Props {
  readonly note: AnyNote;
  readonly scan: ShownScan | undefined;
  readonly expanded: boolean;
  readonly actions: NoteActions;
}

/** A note with its menu; a locked one can be exported and deleted, not edited. */
export const NoteCard = memo(function NoteCard({ note, scan, expanded, actions }: Props) {
  const { LL, locale } = useI18n();
  const date = noteDay(new Date(note.createdAt), locale);
  const name = note.locked ? LL.notes.locked.title() : note.title || LL.notes.untitled();
  const first: MenuEntry = note.locked
    ? { id: 'export', label: LL.notes.locked.export(), icon: 'down', onSelect: () => actions.onExport(note) }
    : { id: 'edit', label: LL.action.edit(), icon: 'edit', onSelect: () => actions.onEdit(note) };
  return (
    <NoteLeaf
      note={note}
      expanded={expanded}
      onToggle={actions.onToggle}
      menu={
        <Menu
          label={LL.notes.menu({ title: `${name}, ${date}` })}
          items={[
            first,
            {
              id: 'delete',
              label: LL.action.delete(),
              icon: 'trash',
              danger: true,
              onSelect: () => actions.onDelete(note),
            },
          ]}
        />
      }
      link={scan ? <LinkedScan scan={scan} /> : undefined}
    />
  );
});
