import { emailOnlySchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { TextField } from '@nuances/ui/text-field';
import { useState } from 'react';
import { guestApi } from '../../api/client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { AuthForm, type AuthDialogProps } from './auth-form.tsx';
import { useForm } from '../../components/form/use-form.ts';

/** Form that requests a reset link. The answer is the same for every address. */
export function ForgotModal({ modal, name, onDone, onSwitch }: AuthDialogProps) {
  const { LL } = useI18n();
  const form = useForm(emailOnlySchema);
  const [email, setEmail] = useState(name.includes('@') ? name : '');

  const submit = () => {
    void form.submit(
      { email: email.trim() },
      async () => {
        await guestApi.auth.requestReset.mutate({ email: email.trim() });
        form.showMessage('success', () => `${LL.auth.forgot.success()}. ${LL.auth.forgot.successDetail()}`);
      },
      ({ code, message }) => {
        if (code === 'network') return () => LL.error.network();
        return () => message ?? LL.error.forgotOther();
      },
    );
  };

  return (
    <AuthForm
      onClose={() => onDone()}
      title={LL.auth.forgot.title()}
      lead={LL.auth.forgot.context()}
      form={form}
      onSubmit={submit}
      submitLabel={LL.auth.forgot.submit()}
      busyLabel={LL.auth.forgot.busy()}
      foot={
        <Button variant="quiet" onClick={() => onSwitch({ ...modal, name: 'login' })}>
          {LL.auth.forgot.back()}
        </Button>
      }
    >
      <TextField
        label={LL.field.email.label()}
        {...form.fieldOf('email', email, setEmail)}
        required
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </AuthForm>
  );
}
