import { FieldError } from '@nuances/ui/field-error';
import { useId, type RefObject } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './writing-fields.module.css';

interface Props {
  readonly title: string;
  /** Whether the title has a field; on a phone a note without a title has none until the person adds one. */
  readonly titled: boolean;
  readonly titleInput: RefObject<HTMLInputElement | null>;
  readonly titleError: string | undefined;
  readonly onTitle: (title: string) => void;
  readonly text: string;
  readonly textInput: RefObject<HTMLTextAreaElement | null>;
  readonly textError: string | undefined;
  readonly onText: (text: string) => void;
  /** While the note is saved: what would be typed then is in neither the note nor a draft. */
  readonly readOnly: boolean;
}

/** Fields for title and text, without borders. */
export function WritingFields(props: Props) {
  const { title, titled, titleInput, titleError, onTitle, text, textInput, textError, onText, readOnly } = props;
  const { LL } = useI18n();
  const id = useId();
  const titleName = `${LL.notes.editor.title()} (${LL.common.optional()})`;
  return (
    <div className={styles.paper}>
      {titled ? (
        <>
          <input
            ref={titleInput}
            className={styles.title}
            name="title"
            dir="auto"
            autoComplete="off"
            aria-label={titleName}
            placeholder={titleName}
            aria-invalid={titleError ? true : undefined}
            aria-describedby={titleError ? `${id}-title` : undefined}
            value={title}
            readOnly={readOnly}
            onChange={(event) => onTitle(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              textInput.current?.focus();
            }}
          />
          <FieldError id={`${id}-title`}>{titleError}</FieldError>
        </>
      ) : null}
      <textarea
        ref={textInput}
        className={styles.text}
        name="text"
        rows={6}
        dir="auto"
        aria-label={LL.notes.editor.text()}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        placeholder={LL.notes.editor.placeholder()}
        aria-invalid={textError ? true : undefined}
        aria-describedby={textError ? `${id}-text` : undefined}
        value={text}
        readOnly={readOnly}
        onChange={(event) => onText(event.target.value)}
      />
      <FieldError id={`${id}-text`}>{textError}</FieldError>
    </div>
  );
}
