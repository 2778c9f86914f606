import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { timings } from '@nuances/domain/timings';
import { signupSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { saveIntent, setNewAccount } from '../../session/auth-dialog-store.ts';
import { guestApi } from '../../api/client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { AuthForm, type AuthDialogProps } from './auth-form.tsx';
import { logIn } from './log-in.ts';
import { useForm } from '../../components/form/use-form.ts';
import { useUnrepeatable } from '../../components/form/use-unrepeatable.ts';
import { PasswordInput } from '../../components/password-field.tsx';

/** State of the form, and the call that creates the account. */
function useSignup({ modal, name, onName, onDone }: AuthDialogProps) {
  const { LL, locale } = useI18n();
  const form = useForm(signupSchema);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [consent, setConsent] = useState(false);
  const [done, setDone] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unrepeatable = useUnrepeatable();
  useEffect(() => () => clearTimeout(leaving.current), []);

  const leave = (to?: string) => {
    onDone(to);
    // After the login, the page that the person wanted opens.
    saveIntent(modal);
  };

  const submit = () => {
    if (done) return;
    // Phone keyboards add a space after a word. The fields keep what was typed.
    const value = { username: name.trim(), email: email.trim(), password, language: locale };
    void form.submit(
      value,
      async () => {
        const consentVersion = currentConsentVersion('keep');
        const made = await unrepeatable(
          // With another address it would be an account whose mail goes elsewhere.
          `${value.username} ${value.email}`,
          () => guestApi.auth.signup.mutate({ ...value, consent, consentVersion }),
          'usernameTaken',
          () => logIn(value.username, password),
        );
        if (made === null) return onDone(modal.target);
        setNewAccount({ username: value.username, email: value.email, password, target: modal.target ?? null });
        onName('');
        setEmail('');
        setPassword('');
        setConsent(false);
        form.showMessage('success', () => LL.auth.signup.success());
        setDone(true);
        leaving.current = setTimeout(() => leave('/'), timings.redirectMs);
      },
      ({ code, message, fields }) => {
        if (Object.keys(fields).length > 0) return null;
        if (code === 'network') return () => LL.error.network();
        return () => message ?? LL.error.signupOther();
      },
      consent ? {} : { consent: 'consentRequired' },
    );
  };

  const changeConsent = (checked: boolean) => {
    setConsent(checked);
    form.clear('consent');
  };
  const close = () => (done ? leave() : onDone());
  return { form, email, setEmail, password, setPassword, consent, changeConsent, submit, close };
}

/** Form that creates an account: name, address, password, and explicit consent to storage. */
export function SignupModal(props: AuthDialogProps) {
  const { modal, name, onName, onSwitch } = props;
  const { LL } = useI18n();
  const { form, email, setEmail, password, setPassword, consent, changeConsent, submit, close } = useSignup(props);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  return (
    <AuthForm
      onClose={close}
      title={LL.auth.signup.title()}
      lead={LL.auth.signup.context()}
      form={form}
      onSubmit={submit}
      submitLabel={LL.auth.signup.submit()}
      busyLabel={LL.auth.signup.busy()}
      foot={
        <>
          <span>{LL.auth.signup.haveAccount()}</span>
          <Button variant="quiet" onClick={() => onSwitch({ ...modal, name: 'login' })}>
            {LL.auth.login.submit()}
          </Button>
        </>
      }
    >
      <TextField
        label={LL.field.username.label()}
        {...form.fieldOf('username', name, onName)}
        required
        help={LL.field.username.help()}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onEnter={() => emailInput.current?.focus()}
      />
      <TextField
        label={LL.field.email.label()}
        {...form.fieldOf('email', email, setEmail)}
        required
        type="text"
        inputMode="email"
        help={LL.field.email.help()}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        ref={emailInput}
        onEnter={() => passwordInput.current?.focus()}
      />
      <PasswordInput
        {...form.fieldOf('password', password, setPassword)}
        help={LL.field.password.help()}
        autoComplete="new-password"
        ref={passwordInput}
      />
      <p className="t-cap-2">
        {LL.auth.signup.privacy()}{' '}
        <a href="/privacy" target="_blank">
          {LL.auth.signup.privacyLink()}
        </a>
      </p>
      <CheckField
        name="consent"
        required
        label={LL.auth.signup.consent()}
        checked={consent}
        onChange={changeConsent}
        error={form.errorOf('consent')}
      />
    </AuthForm>
  );
}
