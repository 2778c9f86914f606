import { limits } from '@nuances/domain/limits';
import { passphraseFormSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { useState } from 'react';
import { useForm } from '../../components/form/use-form.ts';
import { PasswordInput } from '../../components/password-field.tsx';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import config from '../../components/section-text.module.css';
import styles from '../../components/export-progress.module.css';
import { ExportProgress } from '../../components/export-progress.tsx';
import { cancelExport, exportRun, startExport } from '../../archive/export-run.ts';

/** Everything of the person in one file, sealed with a passphrase if they want. */
export function ExportData() {
  const texts = useI18n().LL.profile.config.export;
  const state = useStore(exportRun);
  const form = useForm(passphraseFormSchema);
  const [seals, setSeals] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const busy = state.step === 'making';

  const forgetPassphrase = () => {
    setPassphrase('');
    setAgain('');
    form.clearMessages();
  };
  const submit = () => {
    if (busy) return;
    // What became of the last export says nothing about this one.
    cancelExport();
    if (!seals) {
      void startExport(null);
      return;
    }
    const send = async () => {
      if (await startExport(passphrase)) forgetPassphrase();
    };
    void form.submit({ passphrase, again }, send, () => null);
  };

  return (
    <>
      <p className={config.text}>{texts.text()}</p>
      <p className={config.text}>{texts.inside()}</p>
      <form {...form.element(submit)} className={styles.form}>
        <CheckField
          label={texts.seal()}
          checked={seals}
          onChange={(checked) => {
            setSeals(checked);
            forgetPassphrase();
          }}
        />
        {seals ? (
          <div className={config.narrow}>
            <RequiredNote />
            <PasswordInput
              label={texts.passphrase()}
              help={texts.passphraseHelp({ min: limits.passphrase.min })}
              {...form.fieldOf('passphrase', passphrase, setPassphrase)}
              autoComplete="new-password"
            />
            <PasswordInput
              label={texts.again()}
              {...form.fieldOf('again', again, setAgain)}
              autoComplete="new-password"
            />
          </div>
        ) : (
          <p className={config.text}>{texts.keep()}</p>
        )}
        <Button className={styles.submit} type="submit" variant="primary" busy={busy} busyLabel={texts.busy()}>
          {texts.submit()}
        </Button>
      </form>
      <ExportProgress />
    </>
  );
}
