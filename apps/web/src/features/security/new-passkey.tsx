import { passkeyNameSchema } from '@nuances/domain/passkeys';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { useForm } from '../../components/form/use-form.ts';
import { trpc } from '../../api/queries.tsx';
import { makePasskey } from '../../browser/passkeys.ts';
import { AppDialog } from '../../components/app-dialog.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { usePasskeyStop } from '../../components/passkey/use-passkey-stop.ts';
import { PasskeyNameField } from '../../components/passkey/passkey-name-field.tsx';
import styles from './security.module.css';
import type { useProof } from '../../components/use-proof.tsx';

interface Props {
  readonly withProof: ReturnType<typeof useProof>['withProof'];
  readonly onAdded: () => unknown;
  readonly onClose: () => void;
}

/** Asks for the name of a new passkey, then lets the browser make it. */
export function NewPasskey({ withProof, onAdded, onClose }: Props) {
  const { LL } = useI18n();
  const words = LL.passkey;
  const form = useForm(passkeyNameSchema);
  const [name, setName] = useState('');
  const [stopped, setStopped] = useState<(() => string) | null>(null);
  const isClosed = usePasskeyStop();
  const begin = trpc.security.newPasskeyOptions.useMutation();
  const add = trpc.security.addPasskey.useMutation();

  const make = async () => {
    const options = await withProof(() => begin.mutateAsync());
    // Closed before the server had answered.
    if (options === null || isClosed.current) return;
    const made = await makePasskey(options);
    if (made === null) return setStopped(() => () => LL.passkey.cancelled());
    if (made === 'already') return setStopped(() => () => LL.passkey.already());
    const { credential } = made;
    if ((await withProof(() => add.mutateAsync({ name, credential }))) === null) return;
    showToast({ kind: 'success', text: currentI18n().LL.passkey.added() });
    onAdded();
    onClose();
  };
  const submit = () => {
    setStopped(null);
    void form.submit({ name }, make);
  };

  return (
    <AppDialog open title={words.add()} onClose={onClose}>
      <form {...form.element(submit)} className={styles.form}>
        <PasskeyNameField {...form.fieldOf('name', name, setName)} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon="key"
          busy={form.busy}
          busyLabel={LL.auth.login.passkeyBusy()}
        >
          {words.add()}
        </Button>
        {stopped ? (
          <p className={styles.stopped} role="status">
            {stopped()}
          </p>
        ) : (
          <FormMessage kind="error">{form.message?.text}</FormMessage>
        )}
      </form>
    </AppDialog>
  );
}
