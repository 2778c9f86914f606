import type { LocalDay } from '@nuances/domain/local-day';
import { blankNote, noteContent } from '@nuances/domain/note/fields';
import { useEffect, useEffectEvent, useState } from 'react';
import { randomUuid } from '../browser/uuid.ts';
import { drop } from '../offline/outbox.ts';
import { currentUserId } from '../session/session-store.ts';
import { createDraftWriter, type DraftWriter, useFlushOnLeave } from './draft-writer.ts';
import { besideOf } from './sealed-drafts.ts';
import { draftId, findDraft, type ClosedEditor, type DraftContent, type DraftSlot } from './stored-drafts.ts';
import { deviceKeyOf } from '../keys/device-key.ts';
import { changes, type TypedNote } from './note.ts';
import { type StoredChange, saveNote, outcomeOf, type SaveOutcome } from './write.ts';

export type { DraftSlot } from './stored-drafts.ts';

/** Outcome of saving a draft. `deviceFull`: neither the server nor the device could store the note; the editor keeps it. */
type DraftOutcome = SaveOutcome | { readonly kind: 'deviceFull' };

/** State of a note editor. */
export interface NoteDraft {
  readonly value: TypedNote;
  /** Day of the edited note; null for a new one. */
  readonly ownDay: LocalDay | null;
  readonly change: (part: Partial<TypedNote>) => void;
  /** Whether there are unsaved changes. */
  readonly dirty: boolean;
  /** Whether the text is a draft of an earlier editor. */
  readonly restored: boolean;
  /** Whether it is the one over which the vault was closed in this page. */
  readonly isReopened: boolean;
  /**
   * Time of the last write to the device, milliseconds since 1970; null before the first one, false when the device did not
   * take it: it may be full.
   */
  readonly keptAt: number | null | false;
  /** Writes the draft at once. Never rejects. */
  readonly keep: () => Promise<void>;
  /** Saves the note, and deletes the draft as soon as the note is stored on the device. Never rejects. */
  readonly save: () => Promise<DraftOutcome>;
  /** Discards the draft: deletes it and resets the editor. */
  readonly discard: () => Promise<void>;
}

/** Initial content of an editor without a draft. */
function freshContent(slot: DraftSlot): DraftContent {
  if (slot.kind === 'new') {
    return { text: { ...blankNote(slot), day: slot.day }, base: null, begunAs: slot.categoryId };
  }
  return { text: { ...noteContent(slot.note), day: null }, base: slot.note };
}

function isDirty({ text, base }: DraftContent): boolean {
  return base ? changes(text, base) : text.title !== '' || text.text !== '';
}

interface Opened {
  /** Of the draft. */
  readonly id: string;
  readonly content: DraftContent;
  /** Whether the person has typed since the editor opened. */
  readonly changed: boolean;
  readonly restored: boolean;
  readonly isReopened: boolean;
  readonly writer: DraftWriter<DraftContent>;
}

/** The last editor of this page over which the vault was closed; null once it is open again. */
let closed: ClosedEditor | null = null;

/**
 * Ids of new notes, by their drafts, that the device did not take and the server did not answer: it may have taken them, so that
 * the next text is one of the same note.
 */
const unanswered = new Map<string, string>();

async function openDraft(owner: string, slot: DraftSlot, onWritten: (isStored: boolean) => void): Promise<Opened> {
  const key = await deviceKeyOf(owner).catch(() => null);
  const before = closed;
  if (key) closed = null;
  const found = key && (await findDraft(key, owner, slot, before));
  const editor = { name: randomUuid(), found: found?.found ?? null };
  const own = draftId(owner, slot);
  // New notes of several categories have one place.
  const id = found?.id ?? (slot.kind === 'new' ? besideOf(own, editor) : own);
  const writer = createDraftWriter<DraftContent>(owner, id, key, onWritten, editor);
  const isReopened = before !== null && (id === before.id || found?.found.editor === before.name);
  const content = found ?? freshContent(slot);
  return {
    id,
    content,
    changed: false,
    restored: found !== null,
    isReopened,
    writer: {
      ...writer,
      drop() {
        writer.drop();
        closed = { id, name: editor.name };
      },
    },
  };
}

/**
 * State of an editor, open or closed. Its text is stored sealed, and survives a reload, a login and a lost session; only
 * the account that typed it can read it again. Null while a stored draft is searched. Give the component another `key`
 * for another slot.
 */
export function useNoteDraft(slot: DraftSlot, open: boolean): NoteDraft | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [keptAt, setKeptAt] = useState<NoteDraft['keptAt']>(null);
  const begin = useEffectEvent(() => {
    const userId = currentUserId();
    return userId === null ? null : openDraft(userId, slot, (isStored) => setKeptAt(isStored && Date.now()));
  });

  useEffect(() => {
    let gone = false;
    void begin()?.then((found) => {
      if (!gone) setOpened(found);
    });
    return () => {
      gone = true;
    };
  }, []);

  useEffect(() => {
    if (opened?.changed) opened.writer.later(isDirty(opened.content) ? opened.content : null);
  }, [opened]);

  useEffect(() => {
    if (!open) void opened?.writer.rest();
  }, [open, opened]);

  useFlushOnLeave(opened?.writer);

  if (!opened) return null;
  const { content, restored, isReopened } = opened;
  return {
    value: content.text,
    ownDay: content.base?.day ?? null,
    dirty: isDirty(content),
    restored,
    isReopened,
    keptAt,
    change(part) {
      setOpened((before) => {
        if (!before) return before;
        const { base, begunAs, text } = before.content;
        return { ...before, changed: true, content: { base, begunAs, text: { ...text, ...part } } };
      });
    },
    keep: opened.writer.flush,
    async save() {
      let kept: StoredChange | null;
      try {
        kept = await saveNote(content.text, content.base, unanswered.get(opened.id));
      } catch {
        return { kind: 'keyMissing' };
      }
      // When the device cannot store the note, keep the draft until the server has the note: it may be the only stored
      // copy.
      if (kept?.stored !== false) await opened.writer.end();
      if (kept === null) return { kind: 'saved' };
      const outcome = await outcomeOf(kept);
      if (kept.stored) return outcome;
      if (outcome.kind !== 'saved') {
        // The editor keeps the text, so that it is not lost with the memory of this page.
        if (content.base === null) unanswered.set(opened.id, kept.noteId);
        await drop(kept.itemId);
        return { kind: 'deviceFull' };
      }
      unanswered.delete(opened.id);
      await opened.writer.end();
      return outcome;
    },
    async discard() {
      unanswered.delete(opened.id);
      setOpened({ ...opened, content: freshContent(slot), changed: false, restored: false });
      opened.writer.later(null);
      await opened.writer.flush();
    },
  };
}
