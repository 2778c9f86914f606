import { emailOnlySchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { Dialog } from '@nuances/ui/dialog';
import { FormMessage } from '@nuances/ui/form-message';
import { TextField } from '@nuances/ui/text-field';
import { useRef, useState, type FormEvent } from 'react';
import { guestApi } from '../../trpc.ts';
import { useWords } from '../../words.ts';
import type { AuthModalProps } from './auth-modals.tsx';
import { useForm } from '../../use-form.ts';
import styles from './auth.module.css';

/** Ask for a reset link. The answer is the same for every address. */
export function ForgotModal({ modal, name, onDone, onSwitch }: AuthModalProps) {
  const { LL } = useWords();
  const form = useForm(emailOnlySchema);
  const element = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(name.includes('@') ? name : '');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit(
      element.current,
      { email: email.trim() },
      async () => {
        await guestApi.auth.requestReset.mutate({ email: email.trim() });
        form.say('success', () => `${LL.auth.forgot.success()}. ${LL.auth.forgot.successDetail()}`);
      },
      ({ code, message }) => {
        if (code === 'network') return () => LL.error.network();
        return () => message ?? LL.error.forgotOther();
      },
    );
  };

  return (
    <Dialog
      open
      onClose={() => onDone()}
      title={LL.auth.forgot.title()}
      lead={LL.auth.forgot.context()}
      closeLabel={LL.dialog.close()}
      handleLabel={LL.dialog.handle()}
      width={440}
      largeTitle
    >
      <form ref={element} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={LL.field.email.label()}
          name="email"
          inputMode="email"
          value={email}
          onChange={(value) => {
            setEmail(value);
            form.clear('email');
          }}
          error={form.errorOf('email')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" variant="primary" size="large" wide busy={form.busy} busyLabel={LL.auth.forgot.busy()}>
          {LL.auth.forgot.submit()}
        </Button>
        <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
      </form>
      <div className={styles.foot}>
        <Button variant="quiet" onClick={() => onSwitch({ ...modal, name: 'login' })}>
          {LL.auth.forgot.back()}
        </Button>
      </div>
    </Dialog>
  );
}
