import { useState } from 'react';
import type { DraftSlot } from '../../note-store/draft.ts';

const editId = (noteId: string) => `edit:${noteId}`;

/** A slot as a string that can be compared. */
function slotId(slot: DraftSlot): string {
  return slot.kind === 'edit'
    ? editId(slot.note.id)
    : `new:${slot.categoryId}:${slot.scanResultId ?? ''}:${slot.day ?? ''}`;
}

/**
 * Keeps the slot while the editor is open and while it closes, with the values it was opened with. `key` changes each
 * time the editor opens.
 * @param asked null when nothing is asked for, or a note that is not there
 * @param edited id of the note that is asked for; null for none
 */
export function useEditorSlot(asked: DraftSlot | null, edited: string | null) {
  const [shown, setShown] = useState<{ id: string | null; slot: DraftSlot | null; key: number }>({
    id: null,
    slot: null,
    key: 0,
  });
  // The note of an open editor may be deleted elsewhere: what is typed stays, and saving it brings the note back.
  const isGone = asked === null && edited !== null && shown.id === editId(edited);
  const id = isGone ? shown.id : asked && slotId(asked);
  if (id !== shown.id) setShown(({ slot, key }) => (asked ? { id, slot: asked, key: key + 1 } : { id, slot, key }));
  return {
    slot: shown.slot,
    key: shown.key,
    open: shown.id !== null,
    restart: () => setShown((before) => ({ ...before, key: before.key + 1 })),
  };
}
