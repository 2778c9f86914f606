import { axisIds } from '@nuances/domain/axes';
import { timings } from '@nuances/domain/limits';
import { isNoteEmpty, noteFormSchema } from '@nuances/domain/notes';
import { reflectionNumbers, reflectionOf } from '@nuances/domain/reflections';
import { checkForm } from '@nuances/domain/validation';
import { errorText } from '@nuances/i18n/errors';
import { Button } from '@nuances/ui/button';
import { HueRadios } from '@nuances/ui/hue-radios';
import { Icon } from '@nuances/ui/icon';
import { TextArea } from '@nuances/ui/text-area';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useRef, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import type { NoteDraft } from '../../note-store/draft.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { categoryOptions } from './category-options.ts';
import { LinkedScanLine } from './linked-scan.tsx';
import styles from './note-form.module.css';

interface Props {
  readonly draft: NoteDraft;
  /** The scan that the note is linked to. */
  readonly scan: ShownScan | undefined;
  /** Whether the questions of the reflection may help. */
  readonly questions: boolean;
  readonly busy: boolean;
  readonly titleInput: RefObject<HTMLInputElement | null>;
  /** There is something to save, and nothing against it. */
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly onDiscard: () => void;
}

/** Category, title and text of a note. */
export function NoteForm({ draft, scan, questions, busy, titleInput, onSave, onCancel, onDiscard }: Props) {
  const { LL, locale } = useI18n();
  const form = useRef<HTMLFormElement>(null);
  const textInput = useRef<HTMLTextAreaElement>(null);
  const { value } = draft;
  const errors = checkForm(noteFormSchema, value) ?? {};
  const errorOf = (field: string) => {
    const code = errors[field];
    return code && errorText(LL.error, locale, code);
  };
  useLateFocus(form, titleInput);

  const save = () => {
    if (busy || isNoteEmpty(value.text)) return;
    if (Object.keys(errors).length === 0) onSave();
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };

  return (
    // Ctrl+Enter saves from anywhere in the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      {scan ? (
        <div className={styles.linked}>
          <LinkedScanLine scan={scan} />
        </div>
      ) : null}
      {draft.restored && draft.dirty ? (
        <p className={styles.restored} role="status">
          {LL.draft.restored()}{' '}
          <button type="button" className={styles.discard} onClick={onDiscard}>
            {LL.notes.editor.discard()}
          </button>
        </p>
      ) : null}
      <HueRadios
        legend={LL.notes.editor.category()}
        options={categoryOptions(LL)}
        value={value.categoryId}
        onChange={(categoryId) => draft.change({ categoryId })}
      />
      <TextField
        label={
          <>
            {LL.notes.editor.title()} <span className={styles.optional}>({LL.common.optional()})</span>
          </>
        }
        name="title"
        dir="auto"
        value={value.title}
        onChange={(title) => draft.change({ title })}
        error={errorOf('title')}
        ref={titleInput}
        onEnter={() => textInput.current?.focus()}
      />
      {scan && questions ? <Questions scan={scan} category={value.categoryId} /> : null}
      <TextArea
        label={LL.notes.editor.text()}
        name="text"
        rows={6}
        dir="auto"
        placeholder={LL.notes.editor.placeholder()}
        value={value.text}
        onChange={(text) => draft.change({ text })}
        error={errorOf('text')}
        ref={textInput}
      />
      <p className={styles.lock}>
        <Icon name="lock" />
        {LL.notes.editor.lock()}
      </p>
      <div className={styles.foot}>
        <Button variant="outline" onClick={onCancel}>
          {LL.action.cancel()}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={LL.action.saving()}>
          {LL.action.save()}
        </Button>
      </div>
    </form>
  );
}

/** A form that comes later than its dialog takes the focus itself, unless the focus has moved meanwhile. */
function useLateFocus(form: RefObject<HTMLElement | null>, first: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const active = document.activeElement;
      if (active?.closest('dialog') && active.contains(form.current)) first.current?.focus();
    }, timings.focusDelayMs + 1);
    return () => clearTimeout(timer);
  }, [form, first]);
}

/** The questions of the reflection that the note was begun from, folded away. */
function Questions({ scan, category }: { readonly scan: ShownScan; readonly category: string }) {
  const { LL } = useI18n();
  const index = axisIds.findIndex((axis) => axis === category);
  const answer = scan.answers[index];
  if (answer === undefined) return null;
  const { axis, polarity } = reflectionOf(index, answer);
  return (
    <details className={styles.questions}>
      <summary>{LL.notes.editor.questions()}</summary>
      <ul>
        {reflectionNumbers.map((number) => (
          <li key={number}>{LL.reflect[axis][polarity][number]()}</li>
        ))}
      </ul>
    </details>
  );
}
