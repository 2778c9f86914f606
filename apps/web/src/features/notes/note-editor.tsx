import type { NoteCategory } from '@nuances/domain/axes';
import { errorText } from '@nuances/i18n/errors';
import { Button } from '@nuances/ui/button';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { classNames } from '@nuances/ui/class-names';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { ModalLayer } from '@nuances/ui/modal-layer';
import { showToast, dismissToast } from '@nuances/ui/toast';
import { useId, useRef, useState, useLayoutEffect } from 'react';
import { useBusy } from '../../components/form/use-busy.ts';
import { useWideWindow } from '../../browser/use-wide-layout.ts';
import { useSetting } from '../../browser/setting.ts';
import { noteEditorWide } from '../../browser/settings.ts';
import { useNoteDraft, type DraftSlot, type NoteDraft } from '../../note-store/draft.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import { EditorHead } from './editor-head.tsx';
import { NoteForm } from './note-form.tsx';
import styles from './note-form.module.css';
import { currentPending, onPendingChange } from '../../offline/outbox.ts';

/** Shows a toast that the note is waiting on this device; it closes as soon as the outbox is empty. */
function showWaitingToast(): void {
  const toast = showToast({ kind: 'info', text: currentI18n().LL.outbox.noteKept() });
  const stop = onPendingChange(() => {
    if (currentPending().length > 0) return;
    stop();
    dismissToast(toast);
  });
}

interface Props {
  readonly open: boolean;
  /** The draft to edit: a new note, or an existing one. Change the `key` of the editor together with the slot. */
  readonly slot: DraftSlot;
  /** The person's scans by id, to find the linked one. */
  readonly scans: ReadonlyMap<string, ShownScan>;
  readonly onClose: () => void;
  /** Called when the note is in the list, saved, waiting to be sent, or refused, and the editor is still open. */
  readonly onSaved: (category: NoteCategory) => void;
  /** Called when the draft was discarded; the parent must mount a new, empty editor. */
  readonly onDiscard: () => void;
  /** Gives the element that gets the focus if the control that opened the editor no longer exists. */
  readonly focusAfter?: () => HTMLElement | null;
}

/** Saves a draft. Shows a toast if the note is in the list then; otherwise gives the reason, for the editor to show. */
async function save(draft: NoteDraft): Promise<string | null> {
  const outcome = await draft.save();
  const { LL, locale } = currentI18n();
  switch (outcome.kind) {
    case 'saved':
      showToast({ kind: 'success', text: LL.notes.saved() });
      return null;
    case 'waiting':
      showWaitingToast();
      return null;
    case 'failed':
      // The note is in the list nevertheless, marked as not sent.
      showToast({ kind: 'error', text: errorText(LL.error, locale, outcome.code) });
      return null;
    case 'deviceFull':
      return LL.error.quotaDevice();
    case 'keyMissing':
      return LL.error.noteKeyMissing();
  }
}

/** Editor of a note. Every keystroke is stored on the device as a draft, so that a closed page loses nothing. */
export function NoteEditor({ open, slot, scans, onClose, onSaved, onDiscard, focusAfter }: Props) {
  const { LL } = useI18n();
  const draft = useNoteDraft(slot, open);
  const [busy, run] = useBusy();
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const textInput = useRef<HTMLTextAreaElement>(null);
  const titleId = useId();
  const title = slot.kind === 'new' ? LL.notes.editor.new() : LL.notes.editor.edit();
  const phone = !useWideWindow();
  const wide = useSetting(noteEditorWide);
  useVisibleArea(open);
  const isOpen = useRef(open);
  useLayoutEffect(() => {
    isOpen.current = open;
    return () => {
      isOpen.current = false;
    };
  }, [open]);
  const linked = draft?.value.scanResultId ?? null;

  const close = () => {
    setLeaving(false);
    setRefusal(null);
    onClose();
  };
  const leave = () => {
    if (busy) return;
    if (draft?.dirty) setLeaving(true);
    else close();
  };
  const keep = async () => {
    if (!draft) return;
    setRefusal(null);
    const reason = await save(draft);
    if (isOpen.current) {
      setRefusal(reason);
      if (reason === null) onSaved(draft.value.categoryId);
    } else if (reason !== null) {
      // Back closes an editor that saves. Whoever has gone on elsewhere stays there.
      showToast({ kind: 'error', text: currentI18n().LL.notes.notSaved() });
    }
  };

  return (
    <>
      <ModalLayer
        open={open}
        onClose={leave}
        labelledBy={titleId}
        initialFocus={textInput}
        focusAfter={focusAfter}
        panelClassName={classNames(styles.panel, wide && styles.wide)}
      >
        {draft ? (
          <NoteForm
            // What is being saved does not change any more.
            draft={busy ? { ...draft, change: () => undefined } : draft}
            title={title}
            titleId={titleId}
            scan={linked === null ? undefined : scans.get(linked)}
            questions={slot.kind === 'new'}
            phone={phone}
            busy={busy}
            refusal={refusal}
            textInput={textInput}
            onSave={() => void run(keep)}
            onCancel={leave}
            onDiscard={() => void draft.discard().then(onDiscard)}
          />
        ) : (
          <div className={styles.loading}>
            <EditorHead id={titleId} title={title} phone={phone} onClose={leave} />
            <LoadingBloom text={LL.common.loading()} />
          </div>
        )}
      </ModalLayer>
      <ConfirmDialog
        open={leaving && open}
        title={LL.notes.editor.leave.title()}
        text={draft?.keptAt === false ? LL.error.quotaDevice() : LL.notes.editor.leave.text()}
        keepLabel={LL.notes.editor.leave.stay()}
        confirmLabel={LL.notes.editor.leave.close()}
        danger={false}
        other={
          <Button variant="quiet" size="small" onClick={() => void draft?.discard().then(close)}>
            {LL.notes.editor.discard()}
          </Button>
        }
        // It says that the draft is kept: a page that is left right after it must have it.
        onConfirm={() => void draft?.keep().then(close)}
        onClose={() => setLeaving(false)}
      />
    </>
  );
}

/**
 * Publishes the visible part of the window as `--visible-top` and `--visible-height` of the document. Where the
 * on-screen keyboard covers the page instead of resizing it, only the visual viewport has these values.
 */
function useVisibleArea(asked: boolean): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!asked || !viewport) return;
    const { style } = document.documentElement;
    const follow = () => {
      // Zooming in must enlarge the sheet, not shrink it.
      if (viewport.scale > 1) return;
      style.setProperty('--visible-top', `${viewport.offsetTop}px`);
      style.setProperty('--visible-height', `${viewport.height}px`);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
      style.removeProperty('--visible-top');
      style.removeProperty('--visible-height');
    };
  }, [asked]);
}
