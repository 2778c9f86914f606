import { limits } from '@nuances/domain/limits';
import { tagKey } from '@nuances/domain/tags';
import { FieldError } from '@nuances/ui/field-error';
import { Icon } from '@nuances/ui/icon';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { countText } from '@nuances/i18n/plural';
import { useI18n } from '../i18n/locale-store.ts';
import { AddTagButton } from './add-tag-button.tsx';
import styles from './tag-picker.module.css';

interface Props {
  /** Tags that the person used before. */
  readonly offered: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

const isSame = (one: string) => (other: string) => tagKey(one) === tagKey(other);

/** The tags of a scan: those used before as checkboxes, and a field for new ones. */
export function TagPicker({ offered, chosen, onChange }: Props) {
  const { LL, locale } = useI18n();
  const id = useId();
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState('');
  /** Why the last change was not made. */
  const [full, setFull] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // A tag that was typed in stays listed after it is unchecked, so that it can be checked again.
  const [added, setAdded] = useState<readonly string[]>(chosen);
  const shown = [...offered, ...added.filter((tag) => !offered.some(isSame(tag)))];
  const tooLong = typed.trim().length > limits.tag.max;
  useLayoutEffect(() => {
    if (typing) field.current?.focus();
  }, [typing]);

  const choose = (tag: string, on: boolean) => {
    const others = chosen.filter((one) => !isSame(tag)(one));
    const room = !on || others.length < limits.tagsOfScan;
    setFull(!room);
    if (room) onChange(on ? [...others, tag] : others);
    return room;
  };
  const add = () => {
    const tag = typed.trim();
    if (tag === '' || tooLong) return;
    const known = shown.find(isSame(tag));
    if (!choose(known ?? tag, true)) return;
    if (known === undefined) setAdded([...added, tag]);
    setTyped('');
  };

  return (
    <div className={styles.picker}>
      <fieldset className={styles.group}>
        <legend className="visually-hidden">{LL.tags.group()}</legend>
        {shown.map((tag) => (
          <label key={tagKey(tag)} className={styles.chip}>
            <input
              type="checkbox"
              className={`${styles.input} input-overlay`}
              checked={chosen.some(isSame(tag))}
              onChange={(event) => choose(tag, event.target.checked)}
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
              className={styles.text}
              dir="auto"
              autoComplete="off"
              enterKeyHint="done"
              aria-label={LL.tags.addLabel()}
              placeholder={LL.tags.addPlaceholder()}
              aria-invalid={tooLong ? true : undefined}
              aria-describedby={`${id}-error`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={add}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === 'Enter') {
                  event.preventDefault();
                  add();
                }
              }}
            />
            <FieldError id={`${id}-error`}>{tooLong ? LL.tags.tooLong({ max: limits.tag.max }) : undefined}</FieldError>
          </div>
        ) : (
          <AddTagButton onClick={() => setTyping(true)} />
        )}
      </fieldset>
      <p className={styles.note} role="status">
        {full ? (
          LL.tags.max({ max: limits.tagsOfScan })
        ) : chosen.length > 0 ? (
          <span className="visually-hidden">{countText(LL.tags.count, locale, chosen.length)}</span>
        ) : shown.length === 0 ? (
          LL.tags.first()
        ) : null}
      </p>
    </div>
  );
}
