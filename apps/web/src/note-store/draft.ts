import type { LocalDay } from '@nuances/domain/local-day';
import { useEffect, useEffectEvent, useState } from 'react';
import { currentSession } from '../session/session-store.ts';
import { createDraftWriter, type DraftWriter, useFlushOnLeave } from './draft-writer.ts';
import { draftId, findDraft, type DraftContent, type DraftSlot } from './stored-drafts.ts';
import { noteKeyOf } from './note-key.ts';
import { changes, type TypedNote } from './note.ts';
import { type StoredChange, saveNote, outcomeOf, type SaveOutcome } from './write.ts';

export type { DraftSlot } from './stored-drafts.ts';

/** What an editor holds. */
export interface NoteDraft {
  readonly value: TypedNote;
  /** The day of the note that is changed; null for a new one. */
  readonly ownDay: LocalDay | null;
  readonly change: (part: Partial<TypedNote>) => void;
  /** Whether something would be lost without saving. */
  readonly dirty: boolean;
  /** Whether this is what somebody typed earlier and did not save. */
  readonly restored: boolean;
  /** When this device last kept what is typed, milliseconds; null before. */
  readonly keptAt: number | null;
  /** Saves the note; the draft goes as soon as the note is safe on the device. Never rejects. */
  readonly save: () => Promise<SaveOutcome>;
  /** Throws away what was typed; the editor shows what it would without a draft. */
  readonly discard: () => Promise<void>;
}

/** What an editor without a draft begins with. */
function freshContent(slot: DraftSlot): DraftContent {
  if (slot.kind === 'new') {
    const { categoryId, scanResultId, day } = slot;
    return { text: { title: '', text: '', categoryId, scanResultId, day }, base: null };
  }
  const { title, text, categoryId, scanResultId } = slot.note;
  return { text: { title, text, categoryId, scanResultId, day: null }, base: slot.note };
}

function isDirty({ text, base }: DraftContent): boolean {
  return base ? changes(text, base) : text.title !== '' || text.text !== '';
}

interface Opened {
  readonly content: DraftContent;
  /** Whether somebody has typed since the editor opened. */
  readonly changed: boolean;
  readonly restored: boolean;
  readonly writer: DraftWriter<DraftContent>;
}

async function openDraft(owner: string, slot: DraftSlot, onKept: () => void): Promise<Opened> {
  const key = await noteKeyOf(owner).catch(() => null);
  const found = key && (await findDraft(key, owner, slot));
  const writer = createDraftWriter<DraftContent>(owner, found?.id ?? draftId(owner, slot), key, onKept);
  return { content: found ?? freshContent(slot), changed: false, restored: found !== null, writer };
}

/**
 * The text of an open editor. It survives a reload, a login and a lost session, sealed; only the
 * account that typed it can read it again. Null for the moment in which a kept draft is looked for.
 * Mount the editor anew for another slot.
 */
export function useNoteDraft(slot: DraftSlot): NoteDraft | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const begin = useEffectEvent(() => {
    const session = currentSession();
    return session.status === 'in' ? openDraft(session.userId, slot, () => setKeptAt(Date.now())) : null;
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

  useFlushOnLeave(opened?.writer);

  if (!opened) return null;
  const { content, restored } = opened;
  return {
    value: content.text,
    ownDay: content.base?.day ?? null,
    dirty: isDirty(content),
    restored,
    keptAt,
    change(part) {
      setOpened((before) => {
        if (!before) return before;
        const { base, text } = before.content;
        return { ...before, changed: true, content: { base, text: { ...text, ...part } } };
      });
    },
    async save() {
      let kept: StoredChange | null;
      try {
        kept = await saveNote(content.text, content.base);
      } catch {
        return { kind: 'keyMissing' };
      }
      // On a device that takes nothing more the draft may be all that survives the page, until the server has the note.
      if (kept?.stored !== false) await opened.writer.end();
      if (kept === null) return { kind: 'saved' };
      const outcome = await outcomeOf(kept.itemId);
      if (!kept.stored && outcome.kind === 'saved') await opened.writer.end();
      return outcome;
    },
    async discard() {
      setOpened({ ...opened, content: freshContent(slot), changed: false, restored: false });
      opened.writer.later(null);
      await opened.writer.flush();
    },
  };
}
