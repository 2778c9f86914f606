import { useState } from 'react';
import type { DraftSlot } from '../../note-store/draft.ts';

/** A slot as a string that can be compared. */
function idOf(slot: DraftSlot): string {
  return slot.kind === 'edit'
    ? `edit:${slot.note.id}`
    : `new:${slot.categoryId}:${slot.scanResultId ?? ''}:${slot.day ?? ''}`;
}

/**
 * Keeps the slot while the editor is open and while it closes, with the values it was opened with. `key` changes each
 * time the editor opens.
 */
export function useEditorSlot(asked: DraftSlot | null) {
  const id = asked && idOf(asked);
  const [shown, setShown] = useState<{ id: string | null; slot: DraftSlot | null; key: number }>({
    id: null,
    slot: null,
    key: 0,
  });
  if (id !== shown.id) setShown(({ slot, key }) => (asked ? { id, slot: asked, key: key + 1 } : { id, slot, key }));
  return {
    slot: shown.slot,
    key: shown.key,
    open: shown.id !== null,
    restart: () => setShown((before) => ({ ...before, key: before.key + 1 })),
  };
}
