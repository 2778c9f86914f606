import { toApiError } from '@nuances/domain/api-error';
import { anewWords } from '@nuances/domain/vault/state';
import { Button } from '@nuances/ui/button';
import { TextField } from '@nuances/ui/text-field';
import { useState, type FormEvent } from 'react';
import { useBusy } from '../../components/form/use-busy.ts';
import { AccountNameField } from '../../components/account-name-field.tsx';
import { PasswordInput } from '../../components/password-field.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { beginAnew } from '../../vault/begin-anew.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './steps/slot-proof.module.css';
import { StepPage } from './steps/step-page.tsx';

interface Props {
  readonly onLeave: () => void;
  /** Everything sealed is gone. */
  readonly onErased: () => void;
}

/** Deletes what is sealed, after the password and a typed word; for who has lost every way to open it. */
export function BeginAnew({ onLeave, onErased }: Props) {
  const { LL, locale } = useI18n();
  const words = LL.vault.anew;
  const [password, setPassword] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, run] = useBusy();
  const [message, setMessage] = useState<(() => string) | null>(null);
  const word = anewWords.find((known) => known === typed.trim().toLocaleLowerCase(locale));
  const isTyped = word === words.wordIs();
  const erase = async () => {
    if (word === undefined || !isTyped || password === '') return;
    setMessage(null);
    try {
      await beginAnew(password, word);
      onErased();
    } catch (error) {
      const failure = toApiError(error);
      setMessage(() => (failure.code === 'currentPassword' ? () => LL.security.again.wrong() : sentenceOf(failure)));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(erase);
  };
  return (
    <StepPage
      title={words.row()}
      lead={words.text()}
      leave={{ icon: 'close', go: onLeave }}
      foot={
        <>
          <Button
            type="submit"
            form="vault-anew"
            variant="danger"
            size="large"
            busy={busy}
            busyLabel={words.confirm()}
            disabled={!isTyped || password === ''}
          >
            {words.confirm()}
          </Button>
          <Button variant="quiet" size="large" onClick={onLeave}>
            {words.keep()}
          </Button>
        </>
      }
    >
      <form id="vault-anew" className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        <AccountNameField />
        <PasswordInput name="password" value={password} onChange={setPassword} />
        <TextField
          required
          name="word"
          label={words.word({ word: words.wordIs() })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <p role="alert" className={styles.failed}>
          {message?.()}
        </p>
      </form>
    </StepPage>
  );
}
