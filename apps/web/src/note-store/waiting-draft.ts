import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from '../browser/store.ts';
import { useUserId } from '../session/session-store.ts';
import { knownDeviceKey } from '../keys/device-key.ts';
import { useNotes } from './note-store.ts';
import { draftChanges } from './sealed-drafts.ts';
import { newestDraft, type WaitingDraft } from './stored-drafts.ts';

/**
 * The newest draft of a note that waits on this device; null for none. Read again when a draft of this page changes, and
 * when the page becomes visible: another tab may have changed one.
 * @param paused while an editor is open, whose draft does not wait
 */
export function useWaitingDraft(paused: boolean): WaitingDraft | null {
  const owner = useUserId();
  const changes = useStore(draftChanges);
  const { status } = useNotes();
  const [draft, setDraft] = useState<WaitingDraft | null>(null);
  const find = useEffectEvent(async () => {
    if (owner === null) return null;
    return newestDraft(await knownDeviceKey(owner).catch(() => null), owner);
  });
  useEffect(() => {
    if (paused) return;
    let gone = false;
    const read = () =>
      void find().then((found) => {
        if (!gone) setDraft(found);
      });
    const onVisible = () => {
      if (!document.hidden) read();
    };
    read();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [paused, changes, owner, status]);
  return paused ? null : draft;
}
