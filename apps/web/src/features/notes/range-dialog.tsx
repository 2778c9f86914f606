import { Button } from '@nuances/ui/button';
import { TextField } from '@nuances/ui/text-field';
import { useState, type FormEvent } from 'react';
import { AppDialog } from '../../components/app-dialog.tsx';
import { dayText } from '../../i18n/day-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './range-dialog.module.css';

interface Props {
  readonly open: boolean;
  /** Initial values, `YYYY-MM-DD`; empty for none. */
  readonly from: string;
  readonly to: string;
  readonly onClose: () => void;
  /** Without arguments for every day. */
  readonly onApply: (from?: string, to?: string) => void;
}

/** Asks for the first and the last day of a period; days in the wrong order are swapped, and one alone is both. */
export function RangeDialog({ open, from, to, onClose, onApply }: Props) {
  const { LL } = useI18n();
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [start, end = start] = [first, last].filter(Boolean).sort();
    onApply(start, end);
  };
  return (
    <AppDialog open={open} onClose={onClose} title={LL.notes.range.title()}>
      <form className={styles.form} noValidate onSubmit={apply}>
        <TextField
          label={LL.notes.range.from()}
          name="from"
          shownText={dayText(LL, first)}
          value={first}
          onChange={setFirst}
        />
        <TextField
          label={LL.notes.range.to()}
          name="to"
          shownText={dayText(LL, last)}
          value={last}
          onChange={setLast}
        />
        <Button type="submit" variant="primary" wide>
          {LL.notes.range.apply()}
        </Button>
      </form>
    </AppDialog>
  );
}
