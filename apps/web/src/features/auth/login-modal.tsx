import { toApiError } from '@nuances/domain/api-error';
import { loginSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { reload as reloadOutbox } from '../../offline/outbox.ts';
import { usePendingScans } from '../../offline/scans.ts';
import { loadNamespaces, useI18n } from '../../i18n/locale-store.ts';
import { AuthForm, type AuthDialogProps } from './auth-form.tsx';
import { logIn } from './log-in.ts';
import type { FirstStep, SecondStep } from './second-step.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { PasswordInput } from '../../components/password-field.tsx';
import styles from './auth.module.css';
import { PasskeyButton } from '../../components/passkey/passkey-button.tsx';
import { usePasskeyLogin } from './use-passkey-login.ts';

/** Loaded for who needs it. */
async function loadSecondStep() {
  const [{ SecondStep: Step }] = await Promise.all([import('./second-step.tsx'), loadNamespaces('second', 'error')]);
  return Step;
}

/** Login with user name or e-mail, or with a passkey; an account with one-time codes is asked for one in a second step. */
export function LoginModal({ modal, name, onName, onDone, onSwitch }: AuthDialogProps) {
  const { LL } = useI18n();
  const form = useForm(loginSchema);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [named] = useState(name !== '');
  const [second, setSecond] = useState<{ readonly Step: typeof SecondStep; readonly first: FirstStep } | null>(null);
  useEffect(() => void reloadOutbox(), []);
  const waitingScans = usePendingScans().some(({ owner }) => owner === null);

  const submit = () => {
    void form.submit(
      { username: name.trim(), password },
      async () => {
        try {
          await logIn(name.trim(), password);
        } catch (error) {
          if (toApiError(error).code !== 'secondFactorRequired') throw error;
          const first = { username: name.trim(), password, at: Date.now() };
          setSecond({ Step: await loadSecondStep(), first });
          return;
        }
        onDone(modal.target);
      },
      ({ code, message }) => {
        if (code === 'network') return () => LL.error.network();
        if (code === 'loginFailed') return () => LL.error.loginFailed();
        return () => message ?? LL.error.loginOther();
      },
    );
  };

  if (second)
    return (
      <second.Step
        first={second.first}
        onClose={() => onDone()}
        onDone={() => onDone(modal.target)}
        onBack={(message) => {
          setPassword('');
          setSecond(null);
          if (message) form.showMessage('error', message);
        }}
      />
    );

  const forNote = modal.reason === 'note';
  const sentences = {
    history: LL.error.historyLogin(),
    session: LL.error.sessionExpired(),
    elsewhere: `${LL.nav.loggedOutElsewhere()} ${LL.error.sessionExpired()}`,
  };

  return (
    <AuthForm
      onClose={() => onDone()}
      title={LL.auth.login.title()}
      lead={forNote ? LL.auth.login.contextNote() : LL.auth.login.context()}
      reason={modal.reason && modal.reason !== 'note' ? sentences[modal.reason] : undefined}
      form={form}
      initialFocus={named ? passwordInput : undefined}
      onSubmit={submit}
      submitLabel={LL.auth.login.submit()}
      busyLabel={LL.auth.login.busy()}
      other={<PasskeyLogin onDone={() => onDone(modal.target)} />}
      foot={
        <Button variant="quiet" onClick={() => onSwitch({ ...modal, name: 'signup' })}>
          {LL.auth.login.create()}
        </Button>
      }
    >
      <TextField
        label={LL.field.login.label()}
        {...form.fieldOf('username', name, onName)}
        required
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        onEnter={() => passwordInput.current?.focus()}
      />
      <PasswordInput {...form.fieldOf('password', password, setPassword)} ref={passwordInput} />
      <div className={styles.forgot}>
        <button type="button" className={styles.link} onClick={() => onSwitch({ ...modal, name: 'forgot' })}>
          {LL.auth.login.forgot()}
        </button>
      </div>
      {waitingScans ? <p className="t-cap-2">{LL.auth.login.scansWillBeAdded()}</p> : null}
    </AuthForm>
  );
}

/** The other way into an account, below the password; nothing where the browser knows no passkeys. */
function PasskeyLogin({ onDone }: { readonly onDone: () => void }) {
  const { LL } = useI18n();
  const { canUse, busy, message, logIn } = usePasskeyLogin(onDone);
  if (!canUse) return null;
  return (
    <div className={styles.other}>
      <p className={styles.or}>{LL.auth.login.or()}</p>
      <PasskeyButton label={LL.auth.login.passkey()} busy={busy} message={message} onAsk={() => void logIn()} />
    </div>
  );
}
