import { timings } from '@nuances/domain/timings';
import { resetFormSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { useEffect, useRef, useState } from 'react';
import { guestApi, revalidateSession } from '../../api/client.ts';
import { isSilence } from '../../api/is-silence.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { AuthForm, type AuthDialogProps } from './auth-form.tsx';
import { readDeviceTokens, storeDeviceToken } from './log-in.ts';
import { useForm } from '../../components/form/use-form.ts';
import { PasswordInput } from '../../components/password-field.tsx';

interface Props extends AuthDialogProps {
  /** The checked link. */
  readonly link: { readonly token: string; readonly email: string };
}

/** Form for a new password, after a reset link was checked. */
export function ResetModal({ link, onDone, onSwitch }: Props) {
  const { LL } = useI18n();
  const form = useForm(resetFormSchema);
  const confirmInput = useRef<HTMLInputElement>(null);
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [linkGone, setLinkGone] = useState(false);
  const wasUnanswered = useRef(false);
  /** What the new password neither opens nor ends. */
  const [stays, setStays] = useState<readonly ('vault' | 'codes')[]>([]);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const { token, email } = link;

  const leave = () => onDone('/');
  const submit = () => {
    void form.submit(
      { newPassword, confirmPassword },
      async () => {
        const deviceTokens = readDeviceTokens();
        const { deviceToken, stays: kept = [] } = await guestApi.auth.reset.mutate({
          token,
          newPassword,
          deviceTokens,
        });
        if (deviceToken !== undefined) storeDeviceToken(deviceToken);
        // The reset has ended every session of its account, also this browser's, unless another account is logged in
        // here.
        await revalidateSession();
        setNewPassword('');
        setConfirmPassword('');
        form.showMessage('success', () => `${LL.auth.reset.success()} ${LL.auth.reset.loginAgain()}`);
        // More than can be read in passing waits for the person.
        if (kept.length > 0) setStays(kept);
        else leaving.current = setTimeout(leave, timings.redirectMs);
      },
      (failure) => {
        const { code, message } = failure;
        setLinkGone(code === 'linkInvalid');
        if (code === 'linkInvalid' && wasUnanswered.current) return () => LL.auth.reset.perhapsDone();
        wasUnanswered.current ||= isSilence(failure);
        if (code === 'network') return () => LL.error.network();
        return () => message ?? LL.error.resetOther();
      },
    );
  };

  return (
    <AuthForm
      onClose={leave}
      title={LL.auth.reset.title()}
      lead={LL.auth.reset.context({ email })}
      form={form}
      onSubmit={submit}
      submitLabel={LL.auth.reset.submit()}
      busyLabel={LL.auth.reset.busy()}
      foot={
        stays.length > 0 ? (
          <>
            <span role="status">{stays.map((name) => LL.auth.reset[name]()).join(' ')}</span>
            <Button variant="quiet" onClick={leave}>
              {LL.action.ok()}
            </Button>
          </>
        ) : linkGone ? (
          <>
            <span>{LL.auth.reset.newLink()}</span>
            <Button variant="quiet" onClick={() => onSwitch({ name: 'forgot' })}>
              {LL.auth.reset.newLinkAction()}
            </Button>
          </>
        ) : undefined
      }
    >
      <PasswordInput
        autoComplete="new-password"
        label={LL.field.newPassword.label()}
        {...form.fieldOf('newPassword', newPassword, setNewPassword)}
        help={LL.field.password.help()}
        onEnter={() => confirmInput.current?.focus()}
      />
      <PasswordInput
        autoComplete="new-password"
        label={LL.field.confirmPassword.label()}
        {...form.fieldOf('confirmPassword', confirmPassword, setConfirmPassword)}
        ref={confirmInput}
      />
    </AuthForm>
  );
}
