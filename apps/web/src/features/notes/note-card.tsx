import { isoDay } from '@nuances/domain/local-day';
import { firstWordsMax } from '@nuances/domain/cut-text';
import { noteDay } from '@nuances/i18n/dates';
import { Menu, type MenuEntry } from '@nuances/ui/menu';
import { memo } from 'react';
import type { AnyNote, Note } from '../../note-store/note.ts';
import { copyText } from '../../components/copy-text.ts';
import { NoteLeaf } from '../../components/note-leaf.tsx';
import type { ShownScan } from '../../offline/scans.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import { noteName } from '../../i18n/note-name.ts';
import { LinkedScanPlaceholder, LinkedScan } from './linked-scan.tsx';
import { MarkedText } from './marked-text.tsx';
import { downloadFile } from '../../browser/download.ts';

/** Actions of a note. They are stable, so that an unchanged card does not render again. */
export interface NoteActions {
  readonly onEdit: (note: AnyNote) => void;
  readonly onDelete: (note: AnyNote) => void;
  readonly onExport: (note: AnyNote) => void;
  readonly onPrint: (note: AnyNote) => void;
  readonly onToggle: (id: string) => void;
}

interface Props {
  readonly note: AnyNote;
  readonly scan: ShownScan | undefined;
  readonly expanded: boolean;
  readonly search: string;
  readonly actions: NoteActions;
}

/** Gives a renderer that marks the matches of a search. */
function marking(search: string) {
  return (text: string) => <MarkedText text={text} search={search} />;
}

/** Link to the linked scan. Its placeholder while the scans load has the same height, so that no card grows later. */
function linkOf({ scanResultId }: AnyNote, scan: ShownScan | undefined) {
  if (scan) return <LinkedScan scan={scan} />;
  return scanResultId === null ? undefined : <LinkedScanPlaceholder />;
}

/** A note with its menu; a locked one can be exported and deleted, not edited. */
export const NoteCard = memo(function NoteCard({ note, scan, expanded, search, actions }: Props) {
  const { LL, locale } = useI18n();
  const date = noteDay(new Date(note.createdAt), locale);
  const name = note.locked ? LL.notes.locked.title() : noteName(LL, note, firstWordsMax.row);
  const ways: readonly MenuEntry[] = note.locked
    ? [{ id: 'export', label: LL.notes.locked.export(), icon: 'down', onSelect: () => actions.onExport(note) }]
    : [
        { id: 'edit', label: LL.action.edit(), icon: 'edit', onSelect: () => actions.onEdit(note) },
        {
          id: 'copy',
          label: LL.notes.copy(),
          icon: 'copy',
          onSelect: () => void copyText(asText(note), LL.notes.copied()),
        },
        { id: 'print', label: LL.notes.print(), icon: 'print', onSelect: () => actions.onPrint(note) },
        { id: 'save', label: LL.notes.saveText(), icon: 'download', onSelect: () => saveNoteAsText(note) },
      ];
  return (
    <NoteLeaf
      note={note}
      show={marking(search)}
      expanded={expanded}
      onToggle={actions.onToggle}
      menu={
        <Menu
          label={LL.notes.menu({ title: `${name}, ${date}` })}
          items={[
            ...ways,
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
      link={linkOf(note, scan)}
    />
  );
});

/** A note as plain text: title, day and category, text. */
function asText(note: Note): string {
  const { LL, locale } = currentI18n();
  const about = `${noteDay(new Date(note.createdAt), locale)} · ${LL.note.input[note.categoryId]()}`;
  return [...(note.title === '' ? [] : [note.title]), about, '', note.text, ''].join('\n');
}

/** Downloads a note as a text file. */
function saveNoteAsText(note: Note): void {
  downloadFile(`nuances-note-${isoDay(note.day)}.txt`, asText(note), 'text/plain;charset=utf-8');
}
