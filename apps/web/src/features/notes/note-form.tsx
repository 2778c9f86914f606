import { timings } from '@nuances/domain/timings';
import { isNoteEmpty, noteFormSchema } from '@nuances/domain/notes';
import { checkForm } from '@nuances/domain/validation';
import { errorText } from '@nuances/i18n/errors';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { NoteDraft } from '../../note-store/draft.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { EditorHead, EncryptionLine } from './editor-head.tsx';
import { LinkedScanLine } from './linked-scan.tsx';
import { NoteCategory } from './note-category.tsx';
import { NoteDate } from './note-date.tsx';
import { useKeptCursor } from './use-kept-cursor.ts';
import { ReflectionList, ReflectionQuestion } from './reflection-questions.tsx';
import { WritingFields } from './writing-fields.tsx';
import styles from './note-form.module.css';

/** Whether the keyboard of this device has a Command key instead of Ctrl. */
function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

interface Props {
  readonly draft: NoteDraft;
  /** Title of the editor, and id of its heading. */
  readonly title: string;
  readonly titleId: string;
  readonly scan: ShownScan | undefined;
  /** Whether the form shows the questions of the reflection. */
  readonly questions: boolean;
  readonly phone: boolean;
  readonly busy: boolean;
  /** Why the note could not be saved, in the person's language. */
  readonly refusal: string | null;
  readonly textInput: RefObject<HTMLTextAreaElement | null>;
  /** Called to save a valid note that is not empty. */
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly onDiscard: () => void;
}

/**
 * Form of a note. On a phone the text is between header and footer; on wider windows category and questions are beside
 * it.
 */
export function NoteForm(props: Props) {
  const { draft, title, titleId, scan, questions, phone, busy, refusal, textInput } = props;
  const { onSave, onCancel, onDiscard } = props;
  const { LL, locale } = useI18n();
  const form = useRef<HTMLFormElement>(null);
  const titleInput = useRef<HTMLInputElement>(null);
  const [titleAsked, setTitleAsked] = useState(false);
  const { value } = draft;
  const titled = !phone || titleAsked || value.title !== '';
  const errors = checkForm(noteFormSchema, value) ?? {};
  const errorOf = (field: string) => {
    const code = errors[field];
    return code && errorText(LL.error, locale, code);
  };
  useLateFocus(form, textInput);
  useKeptCursor(form, draft.isReopened);
  useLayoutEffect(() => {
    if (titleAsked) titleInput.current?.focus();
  }, [titleAsked]);

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

  const saveButton = <SaveButton phone={phone} busy={busy} />;
  const category = (
    <NoteCategory
      draft={draft}
      oneRow={phone}
      named={!phone && !scan}
      onAddTitle={titled ? undefined : () => setTitleAsked(true)}
    />
  );
  const lock = <EncryptionLine keptAt={draft.dirty ? draft.keptAt : null} />;

  return (
    // Ctrl+Enter (Cmd+Enter) saves from every control of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <EditorHead
        id={titleId}
        title={title}
        phone={phone}
        onClose={onCancel}
        date={<NoteDate day={value.day} own={draft.ownDay} onChange={(day) => draft.change({ day })} />}
        save={phone ? saveButton : undefined}
      />
      <div className={styles.main}>
        {phone && scan ? <ReflectionQuestion scan={scan} category={value.categoryId} asked={questions} /> : null}
        {draft.restored && draft.dirty ? <RestoredDraft isReopened={draft.isReopened} onDiscard={onDiscard} /> : null}
        <WritingFields
          title={value.title}
          titled={titled}
          titleInput={titleInput}
          titleError={errorOf('title')}
          onTitle={(changed) => draft.change({ title: changed })}
          text={value.text}
          textInput={textInput}
          textError={errorOf('text')}
          onText={(text) => draft.change({ text })}
          readOnly={busy}
        />
        <FormMessage kind="error" className={styles.refusal}>
          {refusal}
        </FormMessage>
      </div>
      {phone ? (
        <div className={styles.foot}>
          {lock}
          {category}
        </div>
      ) : (
        <>
          <div className={styles.aside}>
            {scan ? <LinkedScanLine scan={scan} /> : null}
            {category}
            {scan && questions ? <ReflectionList scan={scan} category={value.categoryId} /> : null}
          </div>
          <div className={styles.foot}>
            {lock}
            <p className={styles.keys}>{isApple() ? LL.notes.editor.keysMac() : LL.notes.editor.keys()}</p>
            <Button onClick={onCancel}>{LL.action.cancel()}</Button>
            {saveButton}
          </div>
        </>
      )}
    </form>
  );
}

function SaveButton({ phone, busy }: Pick<Props, 'phone' | 'busy'>) {
  const { LL } = useI18n();
  return (
    <Button
      type="submit"
      variant="primary"
      size={phone ? 'small' : 'normal'}
      busy={busy}
      busyLabel={LL.action.saving()}
    >
      {LL.action.save()}
    </Button>
  );
}

/** Says that the text is a stored draft, or the note that a vault closed over, with a button that discards it. */
function RestoredDraft({ isReopened, onDiscard }: Pick<Props, 'onDiscard'> & { readonly isReopened: boolean }) {
  const { LL } = useI18n();
  return (
    <p className={styles.restored} role="status">
      {isReopened ? LL.lock.back() : LL.draft.restored()}{' '}
      <button type="button" className={styles.discard} onClick={onDiscard}>
        {LL.notes.editor.discard()}
      </button>
    </p>
  );
}

/**
 * Focuses the text of a form that mounts after its dialog has opened, unless the focus has moved to another control.
 */
function useLateFocus(form: RefObject<HTMLElement | null>, first: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const active = document.activeElement;
      if (active?.closest('dialog') && active.contains(form.current)) first.current?.focus();
    }, timings.focusDelayMs + 1);
    return () => clearTimeout(timer);
  }, [form, first]);
}
