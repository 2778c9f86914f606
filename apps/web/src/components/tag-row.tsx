import { limits } from '@nuances/domain/limits';
import { tagKey } from '@nuances/domain/scan/tags';
import { FieldError } from '@nuances/ui/field-error';
import { Icon } from '@nuances/ui/icon';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { currentI18n, loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { useFlushOnLeave } from '../note-store/draft-writer.ts';
import { canEncrypt } from '../keys/note-key.ts';
import { refreshTags, saveTags, sendTags, useTags } from '../note-store/scan-tags.ts';
import { openTypedTag, type TypedTag } from '../note-store/typed-tag.ts';
import { usePendingScans } from '../offline/scans.ts';
import { currentUserId } from '../session/session-store.ts';
import { AddTagButton } from './add-tag-button.tsx';
import styles from './tag-row.module.css';

/** How long it is said that a choice was saved, milliseconds. */
const savedMs = 4_000;
/** A server that takes longer to answer is not waited for: the choice is said to be kept on the device, milliseconds. */
const sendTimeoutMs = 3_000;
const mostLines = 2;

const isSame = (one: string) => (other: string) => tagKey(one) === tagKey(other);

/** Whether the tags of a scan can be changed: those that are stored must be known before they are replaced. */
export function useCanTag(scanId: string): boolean {
  const { known } = useTags();
  const waits = usePendingScans().some(({ id }) => id === scanId);
  return canEncrypt() && (known || waits);
}

/** The tags of a scan: those used most as checkboxes, and a field for new ones. A choice is saved at once. */
export function TagRow({ scanId }: { readonly scanId: string }) {
  const can = useCanTag(scanId);
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<TypedTag | null>(null);
  useEffect(() => void refreshTags(), [scanId]);
  useEffect(() => void openTypedTag(scanId).then(setTyped), [scanId]);
  // It stays when the scan leaves the outbox.
  if (can && !opened) setOpened(true);
  return opened && typed ? <TagChips scanId={scanId} typed={typed} /> : null;
}

/** How many of the offered tags are in the first lines of a row, at its present width. */
function useFitting(row: RefObject<HTMLElement | null>, most: number): number {
  const [fitting, setFitting] = useState({ width: 0, count: most });
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      setFitting((before) => (before.width === width ? before : { width, count: most }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, most]);
  useLayoutEffect(() => {
    const tops = [...(row.current?.querySelectorAll<HTMLElement>(':scope > :not(legend)') ?? [])];
    const lines = new Set(tops.map(({ offsetTop }) => offsetTop)).size;
    // Measured before it is painted, one tag less each time.
    // oxlint-disable-next-line react/set-state-in-effect
    if (lines > mostLines && fitting.count > 0) setFitting(({ width, count }) => ({ width, count: count - 1 }));
  }, [row, fitting]);
  return fitting.count;
}

/** What was done with the last choice. */
type Outcome = 'saved' | 'removed' | 'savedLocal';

/** The chosen tags of a scan and the function that saves others. */
function useChosenTags(scanId: string) {
  const stored = useTags().byScan.get(scanId) ?? [];
  /** A choice that is being stored. */
  const [unstored, setUnstored] = useState<readonly string[] | null>(null);
  const [outcome, setOutcome] = useState<{ readonly is: Outcome } | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), savedMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  /** Returns whether the tags are stored on the device. */
  const save = async (tags: readonly string[], is: Outcome): Promise<boolean> => {
    setUnstored(tags);
    const done = () => setUnstored((now) => (now === tags ? null : now));
    try {
      await saveTags(scanId, tags);
    } catch {
      await loadNamespaces('error');
      showToast({ kind: 'error', text: currentI18n().LL.error.noteKeyMissing() });
      done();
      return false;
    }
    done();
    const slow = new Promise<boolean>((resolve) => setTimeout(resolve, sendTimeoutMs, false));
    void Promise.race([sendTags(scanId), slow]).then((sent) => setOutcome({ is: sent ? is : 'savedLocal' }));
    return true;
  };
  return { chosen: unstored ?? stored, outcome: outcome?.is, save };
}

function TagChips({ scanId, typed }: { readonly scanId: string; readonly typed: TypedTag }) {
  const { LL } = useI18n();
  const id = useId();
  const row = useRef<HTMLFieldSetElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { offered: used } = useTags();
  // The offered tags stay as they were, so that they do not move when an answer arrives.
  const [offered] = useState(used);
  const fitting = useFitting(row, offered.length);
  const { chosen, outcome, save } = useChosenTags(scanId);
  // A tag that was typed in stays listed after it is unchecked, so that it can be checked again.
  const [added, setAdded] = useState(chosen);
  const [text, setText] = useState(typed.text);
  const [typing, setTyping] = useState(typed.text !== '');
  const { writer } = typed;
  useFlushOnLeave(writer);

  const isChosen = (tag: string) => chosen.some(isSame(tag));
  const known = [...offered, ...added, ...chosen];
  const shown = [...offered.filter((tag, index) => index < fitting || isChosen(tag)), ...added, ...chosen].filter(
    (tag, index, all) => all.findIndex(isSame(tag)) === index,
  );
  const full = chosen.length >= limits.tagsOfScan;
  const tooLong = text.trim().length > limits.tag.max;

  /** What is in the field, also after the row is gone. */
  const shownText = useRef(text);
  const show = (next: string) => {
    shownText.current = next;
    setText(next);
  };
  const change = (next: string) => {
    show(next);
    writer.later(next.trim() === '' ? null : { text: next });
  };
  const choose = (tag: string, on: boolean) => {
    const others = chosen.filter((one) => !isSame(tag)(one));
    return save(on ? [...others, tag] : others, on ? 'saved' : 'removed');
  };
  /** Adds what was typed, unless it is no tag: then it stays in the field, and on this device. */
  const add = () => {
    const tag = text.trim();
    if (tag === '' || tooLong || (full && !isChosen(tag))) return;
    show('');
    if (!known.some(isSame(tag))) setAdded([...added, tag]);
    void choose(known.find(isSame(tag)) ?? tag, true).then((stored) => {
      if (shownText.current !== '') return;
      if (stored) writer.later(null);
      else show(text);
    });
  };
  const leaveField = () => {
    add();
    if (text.trim() === '' || !(tooLong || full)) setTyping(false);
  };
  const latest = useRef({ add, leaveField });
  useLayoutEffect(() => {
    latest.current = { add, leaveField };
  });
  useEffect(
    () => () => {
      if (currentUserId() !== null) latest.current.add();
    },
    [],
  );
  const onBlur = () => {
    const leave = () => latest.current.leaveField();
    // What is being pressed must not move before it is released.
    if (document.querySelector(':active') === null) leave();
    else window.addEventListener('pointerup', () => setTimeout(leave), { once: true });
  };

  return (
    <div className={styles.tags}>
      <p className="print-only">{chosen.join(', ')}</p>
      <fieldset ref={row} className={`${styles.row} screen-only`}>
        <legend className="visually-hidden">{LL.tags.title()}</legend>
        {shown.map((tag) => (
          <label key={tagKey(tag)} className={styles.chip}>
            <input
              type="checkbox"
              className={`${styles.input} input-overlay`}
              checked={isChosen(tag)}
              disabled={full && !isChosen(tag)}
              onChange={(event) => void choose(tag, event.target.checked)}
            />
            <span className={styles.face} dir="auto">
              <Icon name="check" />
              {tag}
            </span>
          </label>
        ))}
        {typing ? (
          <div className={styles.field}>
            <input
              ref={field}
              className={`${styles.text} text-input`}
              dir="auto"
              autoComplete="off"
              enterKeyHint="done"
              aria-label={LL.tags.addLabel()}
              placeholder={LL.tags.addPlaceholder()}
              aria-invalid={tooLong ? true : undefined}
              aria-describedby={`${id}-error`}
              value={text}
              onChange={(event) => change(event.target.value)}
              onBlur={onBlur}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <FieldError id={`${id}-error`}>{tooLong ? LL.tags.tooLong({ max: limits.tag.max }) : undefined}</FieldError>
          </div>
        ) : (
          <AddTagButton
            disabled={full}
            onClick={() => {
              flushSync(() => setTyping(true));
              field.current?.focus();
            }}
          />
        )}
      </fieldset>
      <p className={`${styles.note} screen-only`} role="status">
        {outcome === undefined ? null : (
          <span className={styles.outcome}>
            <Icon name="check" size={16} />
            {LL.tags[outcome]()}
          </span>
        )}
        {full ? <span>{LL.tags.max({ max: limits.tagsOfScan })}</span> : null}
      </p>
    </div>
  );
}
