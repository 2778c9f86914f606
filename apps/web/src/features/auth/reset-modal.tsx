import { timings } from '@nuances/domain/limits';
import { resetFormSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { Dialog } from '@nuances/ui/dialog';
import { FormMessage } from '@nuances/ui/form-message';
import { PasswordField } from '@nuances/ui/password-field';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { clearSession } from '../../session.ts';
import { guestApi } from '../../trpc.ts';
import { useWords } from '../../words.ts';
import type { AuthModalProps } from './auth-modals.tsx';
import { useForm } from '../../use-form.ts';
import styles from './auth.module.css';

/** Choose a new password with a checked reset link. */
export function ResetModal({ modal, onDone, onSwitch }: AuthModalProps) {
  const { LL } = useWords();
  const form = useForm(resetFormSchema);
  const element = useRef<HTMLFormElement>(null);
  const confirmInput = useRef<HTMLInputElement>(null);
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [linkGone, setLinkGone] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const { token = '', email = '' } = modal.resetLink ?? {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit(
      element.current,
      { newPassword, confirmPassword },
      async () => {
        await guestApi.auth.reset.mutate({ token, newPassword });
        // The reset has ended every session, this browser's too.
        clearSession();
        setNewPassword('');
        setConfirmPassword('');
        form.say('success', () => `${LL.auth.reset.success()} ${LL.auth.reset.loginAgain()}`);
        leaving.current = setTimeout(() => onDone('/'), timings.redirect);
      },
      ({ code, message }) => {
        setLinkGone(code === 'linkInvalid');
        if (code === 'network') return () => LL.error.network();
        return () => message ?? LL.error.resetOther();
      },
    );
  };

  const password = {
    autoComplete: 'new-password' as const,
    showLabel: LL.field.password.show(),
    hideLabel: LL.field.password.hide(),
  };

  return (
    <Dialog
      open
      onClose={() => onDone('/')}
      title={LL.auth.reset.title()}
      lead={LL.auth.reset.context({ email })}
      closeLabel={LL.dialog.close()}
      handleLabel={LL.dialog.handle()}
      width={440}
      largeTitle
    >
      <form ref={element} className={styles.form} noValidate onSubmit={submit}>
        <PasswordField
          {...password}
          label={LL.field.newPassword.label()}
          name="newPassword"
          value={newPassword}
          onChange={(value) => {
            setNewPassword(value);
            form.clear('newPassword');
          }}
          error={form.errorOf('newPassword')}
          help={LL.field.password.help()}
          onEnter={() => confirmInput.current?.focus()}
        />
        <PasswordField
          {...password}
          label={LL.field.confirmPassword.label()}
          name="confirmPassword"
          value={confirmPassword}
          onChange={(value) => {
            setConfirmPassword(value);
            form.clear('confirmPassword');
          }}
          error={form.errorOf('confirmPassword')}
          inputRef={confirmInput}
        />
        <Button type="submit" variant="primary" size="large" wide busy={form.busy} busyLabel={LL.auth.reset.busy()}>
          {LL.auth.reset.submit()}
        </Button>
        <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
      </form>
      {linkGone ? (
        <div className={styles.foot}>
          <span>{LL.auth.reset.newLink()}</span>
          <Button variant="quiet" onClick={() => onSwitch({ name: 'forgot' })}>
            {LL.auth.reset.newLinkAction()}
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
