import { errorText } from '@nuances/i18n/errors';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import type { AnyNote } from '../../note-store/note.ts';
import { deleteNote, undoDelete } from '../../note-store/write.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';

/** How long the deletion of a note can be undone, milliseconds. */
const undoFor = 10_000;

async function takeBack(note: AnyNote, onBack: (note: AnyNote) => void): Promise<void> {
  const outcome = await undoDelete(note);
  onBack(note);
  const { LL, locale } = currentI18n();
  switch (outcome.kind) {
    case 'saved':
    case 'waiting':
      showToast({ kind: 'success', text: LL.notes.restored() });
      break;
    case 'failed':
      showToast({ kind: 'error', text: errorText(LL.error, locale, outcome.code) });
      break;
    case 'keyMissing':
      showToast({ kind: 'error', text: LL.error.noteKeyMissing() });
      break;
  }
}

async function remove(note: AnyNote, onBack: (note: AnyNote) => void): Promise<void> {
  // Only after the deletion: a refused one must not be announced as done.
  const outcome = await deleteNote(note);
  const { LL } = currentI18n();
  // Who sent the deletion has told.
  if (outcome === 'kept') return;
  if (outcome === 'failed') {
    showToast({ kind: 'error', text: LL.error.noteDelete() });
    return;
  }
  showToast({
    kind: 'success',
    text: LL.notes.deleted(),
    action: { label: LL.action.undo(), onAction: () => void takeBack(note, onBack) },
    duration: undoFor,
  });
}

interface Props {
  /** The note to delete; null closes the dialog. */
  readonly note: AnyNote | null;
  readonly onClose: () => void;
  /** Gives the element that gets the focus after the note and its menu are removed. */
  readonly focusAfter: () => HTMLElement | null;
  /** Called after an undo, to move the focus: the undo button no longer exists. */
  readonly onBack: (note: AnyNote) => void;
}

/** Asks before a note is deleted. It is deleted at once, and can be restored for ten seconds. */
export function DeleteNote({ note, onClose, focusAfter, onBack }: Props) {
  const { LL } = useI18n();
  const [asked, setAsked] = useState(note);
  if (note && note !== asked) setAsked(note);
  const confirm = () => {
    onClose();
    if (note) void remove(note, onBack);
  };
  return asked ? (
    <ConfirmDialog
      open={note !== null}
      title={LL.notes.delete.title()}
      text={LL.notes.delete.text()}
      confirmLabel={LL.action.delete()}
      keepLabel={LL.action.keep()}
      focusAfter={focusAfter}
      onConfirm={confirm}
      onClose={onClose}
    />
  ) : null;
}
