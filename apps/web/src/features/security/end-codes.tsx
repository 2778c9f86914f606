import { toApiError } from '@nuances/domain/api-error';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { TextField } from '@nuances/ui/text-field';
import { useState, type FormEvent } from 'react';
import { useBusy } from '../../components/form/use-busy.ts';
import { AppDialog } from '../../components/app-dialog.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './security.module.css';

interface Props {
  /** Rejects when the code is refused. */
  readonly onEnd: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a code of either kind, and removes one-time and backup codes. */
export function EndCodes({ onEnd, onClose }: Props) {
  const { LL } = useI18n();
  const [code, setCode] = useState('');
  const [busy, run] = useBusy();
  const [message, setMessage] = useState<(() => string) | null>(null);
  const end = async () => {
    setMessage(null);
    try {
      await onEnd(code);
    } catch (error) {
      const failure = toApiError(error);
      setMessage(() => (failure.code === 'codeWrong' ? () => LL.codes.wrong() : sentenceOf(failure)));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(end);
  };
  return (
    <AppDialog open title={LL.codes.off.row()} lead={LL.codes.off.text()} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        <TextField
          required
          name="code"
          label={LL.second.label()}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <FormMessage kind="error">{message?.()}</FormMessage>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={LL.second.checking()}>
          {LL.codes.off.row()}
        </Button>
      </form>
    </AppDialog>
  );
}
