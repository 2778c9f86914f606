import { loginSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { Dialog } from '@nuances/ui/dialog';
import { FormMessage } from '@nuances/ui/form-message';
import { PasswordField } from '@nuances/ui/password-field';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { reload as reloadOutbox } from '../../offline/outbox.ts';
import { usePendingScans } from '../../offline/scans.ts';
import { useWords } from '../../words.ts';
import type { AuthModalProps } from './auth-modals.tsx';
import { enter } from './enter.ts';
import { useForm } from '../../use-form.ts';
import styles from './auth.module.css';

/** Log in with user name or e-mail. */
export function LoginModal({ modal, name, onName, onDone, onSwitch }: AuthModalProps) {
  const { LL } = useWords();
  const form = useForm(loginSchema);
  const element = useRef<HTMLFormElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  useEffect(() => void reloadOutbox(), []);
  const waitingScans = usePendingScans().some(({ owner }) => owner === null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit(
      element.current,
      { username: name.trim(), password },
      async () => {
        await enter(name.trim(), password);
        onDone(modal.target);
      },
      ({ code, message }) => {
        if (code === 'network') return () => LL.error.network();
        if (code === 'loginFailed') return () => LL.error.loginFailed();
        return () => message ?? LL.error.loginOther();
      },
    );
  };

  const forNote = modal.reason === 'note';
  const reason = modal.reason === 'history' ? LL.error.historyLogin() : LL.error.sessionExpired();

  return (
    <Dialog
      open
      onClose={() => onDone()}
      title={LL.auth.login.title()}
      lead={forNote ? LL.auth.login.contextNote() : LL.auth.login.context()}
      closeLabel={LL.dialog.close()}
      handleLabel={LL.dialog.handle()}
      width={440}
      largeTitle
    >
      {modal.reason && !forNote ? (
        <p className={styles.reason} role="status">
          {reason}
        </p>
      ) : null}
      <form ref={element} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={LL.field.login.label()}
          name="username"
          value={name}
          onChange={(value) => {
            onName(value);
            form.clear('username');
          }}
          error={form.errorOf('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onEnter={() => passwordInput.current?.focus()}
        />
        <PasswordField
          label={LL.field.password.label()}
          name="password"
          value={password}
          onChange={(value) => {
            setPassword(value);
            form.clear('password');
          }}
          error={form.errorOf('password')}
          autoComplete="current-password"
          inputRef={passwordInput}
          showLabel={LL.field.password.show()}
          hideLabel={LL.field.password.hide()}
        />
        <div className={styles.forgot}>
          <button type="button" className={styles.link} onClick={() => onSwitch({ ...modal, name: 'forgot' })}>
            {LL.auth.login.forgot()}
          </button>
        </div>
        {waitingScans ? <p className={styles.note}>{LL.auth.login.scansWillBeAdded()}</p> : null}
        <Button type="submit" variant="primary" size="large" wide busy={form.busy} busyLabel={LL.auth.login.busy()}>
          {LL.auth.login.submit()}
        </Button>
        <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
      </form>
      <div className={styles.foot}>
        <Button variant="quiet" onClick={() => onSwitch({ ...modal, name: 'signup' })}>
          {LL.auth.login.create()}
        </Button>
      </div>
    </Dialog>
  );
}
