import { Button } from '@nuances/ui/button';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './journal-columns.module.css';
import { journalRun } from './journal-run.ts';

interface Props {
  readonly title: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Questions about a file: their heading, which has the focus at first, and the buttons to go on or to leave. */
export function JournalForm({ title, onSubmit, children }: Props) {
  const { LL } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that chose the file is gone.
  useEffect(() => heading.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h3 ref={heading} tabIndex={-1} className="t-ui">
        {title}
      </h3>
      {children}
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {LL.profile.config.journal.columns.next()}
        </Button>
        <Button variant="quiet" onClick={journalRun.startOver}>
          {LL.action.cancel()}
        </Button>
      </div>
    </form>
  );
}
