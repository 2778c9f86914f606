import { passkeyNameSchema } from '@nuances/domain/passkeys';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useEffect, useState } from 'react';
import { useForm } from '../../components/form/use-form.ts';
import { trpc } from '../../api/queries.tsx';
import { stopAskingForPasskey } from '../../browser/passkeys.ts';
import { useProof } from '../../components/use-proof.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { addKnownPasskey, addPasskey, type SlotProof } from '../../vault/slot-changes.ts';
import { useSlotChangeText } from './slot-change-text.ts';
import { PasskeyNameField } from '../../components/passkey/passkey-name-field.tsx';
import styles from './steps/passkey-step.module.css';
import { SlotProofStep } from './steps/slot-proof.tsx';
import { StepPage } from './steps/step-page.tsx';
import { useToastWhenGone } from './use-toast-when-gone.ts';

/** Another passkey for an open vault, after what opens it was given once more. */
export function AddVaultPasskey({ onLeave }: { readonly onLeave: () => void }) {
  const { LL } = useI18n();
  const words = LL.vault.key;
  const { withProof, layer } = useProof();
  const textOf = useSlotChangeText();
  const sayWhenGone = useToastWhenGone();
  const utils = trpc.useUtils();
  const form = useForm(passkeyNameSchema);
  const [name, setName] = useState('');
  const [proof, setProof] = useState<SlotProof | null>(null);
  const [message, setMessage] = useState<string>();
  useEffect(() => stopAskingForPasskey, []);

  const make = async () => {
    if (!proof) return;
    const first = await withProof(() => addPasskey(proof, name));
    const outcome = first === 'already' ? await addKnownPasskey(proof, name) : first;
    if (outcome === null) return;
    void utils.security.passkeys.invalidate();
    if (outcome === 'done' || outcome === 'logsIn') {
      const said = currentI18n().LL.vault.key;
      sayWhenGone({
        kind: outcome === 'done' ? 'success' : 'info',
        text: outcome === 'done' ? said.opens() : said.loginOnly(),
      });
      return onLeave();
    }
    setMessage(outcome === 'stopped' ? LL.passkey.cancelled() : textOf(outcome, proof));
    if (outcome === 'wrong') setProof(null);
  };
  const submit = () => {
    setMessage(undefined);
    void form.submit({ name }, make);
  };
  return (
    <>
      {proof ? (
        <StepPage
          title={words.title()}
          lead={words.lead()}
          leave={{ icon: 'left', go: () => setProof(null) }}
          foot={
            <Button
              type="submit"
              form="vault-passkey"
              variant="primary"
              size="large"
              icon="key"
              busy={form.busy}
              busyLabel={LL.auth.login.passkeyBusy()}
            >
              {words.add()}
            </Button>
          }
        >
          <form id="vault-passkey" {...form.element(submit)} className={styles.form}>
            <PasskeyNameField {...form.fieldOf('name', name, setName)} />
            <p className={styles.stopped} role="status">
              {message}
            </p>
            <FormMessage kind="error">{form.message?.text}</FormMessage>
          </form>
        </StepPage>
      ) : (
        <SlotProofStep
          title={words.title()}
          lead={words.lead()}
          message={message}
          onLeave={onLeave}
          onProof={(given) => {
            setMessage(undefined);
            setProof(given);
          }}
        />
      )}
      {layer}
    </>
  );
}
