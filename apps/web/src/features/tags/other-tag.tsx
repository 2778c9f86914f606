import { limits } from '@nuances/domain/limits';
import { Button } from '@nuances/ui/button';
import { SelectField } from '@nuances/ui/select-field';
import { TextField } from '@nuances/ui/text-field';
import { useState, type FormEvent } from 'react';
import { AppDialog } from '../../components/app-dialog.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './own-tags.module.css';

interface Props {
  readonly open: boolean;
  readonly title: string;
  /** The word that gets another one in its place. */
  readonly tag: string;
  /** Words to choose from; null when it is typed. */
  readonly others: readonly string[] | null;
  readonly onClose: () => void;
  readonly onChoose: (tag: string) => void;
}

/** Asks for the tag that replaces one: typed, or chosen among the others. */
export function OtherTag({ open, title, tag, others, onClose, onChoose }: Props) {
  const { LL } = useI18n();
  const [typed, setTyped] = useState(others === null ? tag : (others[0] ?? tag));
  const tooLong = typed.trim().length > limits.tag.max;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '' || tooLong) return;
    if (typed.trim() === tag) onClose();
    else onChoose(typed.trim());
  };
  return (
    <AppDialog open={open} onClose={onClose} title={title}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {others === null ? (
          <>
            <RequiredNote />
            <TextField
              label={tag}
              required
              name="tag"
              autoComplete="off"
              value={typed}
              error={tooLong ? LL.tags.tooLong({ max: limits.tag.max }) : undefined}
              onChange={setTyped}
            />
          </>
        ) : (
          <SelectField
            label={tag}
            name="tag"
            value={typed}
            options={others.map((other) => ({ value: other, label: other }))}
            onChange={setTyped}
          />
        )}
        <Button type="submit" variant="primary" wide>
          {LL.action.save()}
        </Button>
      </form>
    </AppDialog>
  );
}
