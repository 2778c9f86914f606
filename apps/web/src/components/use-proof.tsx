import { toApiError } from '@nuances/domain/api-error';
import { passwordProofSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useState, type ReactNode } from 'react';
import { trpc } from '../api/queries.tsx';
import { useBusy } from './form/use-busy.ts';
import { useForm } from './form/use-form.ts';
import { askForPasskey, passkeyObstacle, stopAskingForPasskey } from '../browser/passkeys.ts';
import { AccountNameField } from './account-name-field.tsx';
import { AppDialog } from './app-dialog.tsx';
import { PasskeyButton, type PasskeyMessage } from './passkey/passkey-button.tsx';
import { PasswordInput } from './password-field.tsx';
import { useI18n } from '../i18n/locale-store.ts';
import { sentenceOf } from '../i18n/sentence-of.ts';
import { RequiredNote } from './required-note.tsx';
import styles from './use-proof.module.css';

/** What was given. The password is there to be compared with a new passphrase, and for nothing else. */
interface Proof {
  /** Null when a passkey was used. */
  readonly password: string | null;
}

/**
 * Makes a call that the server refuses without a recent proof of the password or by a passkey: it is asked for then, and the
 * call is made once more. Only the server knows how long ago it was.
 */
export function useProof(): {
  /** Null when the person gave neither. */
  readonly withProof: <Answer>(call: () => Promise<Answer>) => Promise<Answer | null>;
  /** Asks also when there was a proof a moment ago; null when the person gave neither. */
  readonly ask: () => Promise<Proof | null>;
  readonly layer: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ readonly resolve: (proof: Proof | null) => void } | null>(null);
  const settle = (proof: Proof | null) => {
    waiting?.resolve(proof);
    setWaiting(null);
  };
  const ask = () =>
    new Promise<Proof | null>((resolve) => {
      setWaiting({ resolve });
    });
  return {
    async withProof(call) {
      try {
        return await call();
      } catch (error) {
        if (toApiError(error).code !== 'proofRequired') throw error;
      }
      return (await ask()) ? call() : null;
    },
    ask,
    layer: waiting ? <ProofDialog onProven={settle} onClose={() => settle(null)} /> : null,
  };
}

interface DialogProps {
  readonly onProven: (proof: Proof) => void;
  readonly onClose: () => void;
}

/** Asks for the password, or for a passkey of the account, which then does for five minutes. */
function ProofDialog({ onProven, onClose }: DialogProps) {
  const { LL } = useI18n();
  const words = LL.security.again;
  const form = useForm(passwordProofSchema);
  const [password, setPassword] = useState('');
  const prove = trpc.security.prove.useMutation();
  const submit = () => {
    void form.submit(
      { password },
      async () => {
        await prove.mutateAsync({ password });
        onProven({ password });
      },
      (failure) => (failure.code === 'currentPassword' ? () => LL.security.again.wrong() : sentenceOf(failure)),
    );
  };
  const { error, ...field } = form.fieldOf('password', password, setPassword);
  const { data } = trpc.security.passkeys.useQuery();
  const hasPasskey = data !== undefined && data.passkeys.length > 0 && passkeyObstacle(data.origin) === null;
  return (
    <AppDialog
      open
      title={words.title()}
      lead={hasPasskey ? words.text() : words.textAlone()}
      onClose={() => {
        stopAskingForPasskey();
        onClose();
      }}
    >
      <form {...form.element(submit)} className={styles.form}>
        <RequiredNote />
        <AccountNameField />
        <PasswordInput {...field} error={form.message ? undefined : error} />
        <FormMessage kind="error">{form.message?.text}</FormMessage>
        <Button type="submit" variant="primary" size="large" busy={form.busy} busyLabel={words.confirm()}>
          {words.confirm()}
        </Button>
        {hasPasskey ? <PasskeyProof onProven={onProven} /> : null}
      </form>
    </AppDialog>
  );
}

/** Asks for a passkey of the account in place of the password. */
function PasskeyProof({ onProven }: Pick<DialogProps, 'onProven'>) {
  const { LL } = useI18n();
  const begin = trpc.security.proofOptions.useMutation();
  const prove = trpc.security.provePasskey.useMutation();
  const [busy, run] = useBusy();
  const [message, setMessage] = useState<PasskeyMessage | null>(null);
  const ask = async () => {
    setMessage(null);
    try {
      const answer = await askForPasskey(await begin.mutateAsync());
      if (answer === null) return setMessage({ isStopped: true, text: () => LL.auth.login.passkeyStopped() });
      await prove.mutateAsync({ credential: answer.credential });
      onProven({ password: null });
    } catch (error) {
      setMessage({ isStopped: false, text: sentenceOf(toApiError(error)) });
    }
  };
  return (
    <PasskeyButton label={LL.security.again.passkey()} busy={busy} message={message} onAsk={() => void run(ask)} />
  );
}
