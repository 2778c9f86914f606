import { limits } from '@nuances/domain/limits';
import { Button } from '@nuances/ui/button';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PasswordInput } from '../../components/password-field.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './addition-panel.module.css';
import { readFile, restoreRun } from './restore-run.ts';

interface Props {
  readonly file: File;
  /** The passphrase that was typed does not open the file. */
  readonly wrong: boolean;
}

/** Asks for the passphrase of a sealed file. */
export function RestorePassphrase({ file, wrong }: Props) {
  const { LL } = useI18n();
  const texts = LL.profile.config.restore;
  const [passphrase, setPassphrase] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The button that chose the file is gone.
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase !== '') void readFile(file, passphrase);
  };
  return (
    <form className={styles.panel} noValidate onSubmit={submit}>
      <p role="status">{texts.sealed()}</p>
      <RequiredNote />
      <PasswordInput
        name="passphrase"
        label={LL.profile.config.export.passphrase()}
        value={passphrase}
        error={wrong && passphrase === '' ? texts.wrongPassphrase() : undefined}
        maxLength={limits.passphrase.max}
        autoComplete="off"
        ref={field}
        onChange={setPassphrase}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {texts.open()}
        </Button>
        <Button variant="quiet" onClick={restoreRun.startOver}>
          {LL.action.cancel()}
        </Button>
      </div>
    </form>
  );
}
