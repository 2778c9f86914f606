import { passkeyNameSchema } from '@nuances/domain/passkeys';
import { toApiError } from '@nuances/domain/api-error';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { Icon } from '@nuances/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { useBusy } from '../../../components/form/use-busy.ts';
import { useForm } from '../../../components/form/use-form.ts';
import { passkeyObstacle, stopAskingForPasskey } from '../../../browser/passkeys.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import { sentenceOf } from '../../../i18n/sentence-of.ts';
import type { DraftedPasskey } from '../../../vault/draft-vault.ts';
import { PasskeyNameField } from '../../../components/passkey/passkey-name-field.tsx';
import styles from './passkey-step.module.css';
import { StepPage } from './step-page.tsx';

interface Props {
  readonly step: { readonly at: number; readonly of: number };
  readonly added: readonly DraftedPasskey[];
  readonly sealLabel: string;
  readonly onAdd: (name: string) => Promise<DraftedPasskey | null>;
  readonly onBack: () => void;
  /** Rejects when the server refuses. */
  readonly onSeal: () => Promise<void>;
}

/** Offers a passkey, says what it can do, and begins the sealing. */
export function PasskeyStep({ step, added, sealLabel, onAdd, onBack, onSeal }: Props) {
  const { LL } = useI18n();
  const words = LL.vault;
  const form = useForm(passkeyNameSchema);
  const [name, setName] = useState('');
  const [isSkipped, setIsSkipped] = useState(passkeyObstacle() !== null);
  const [stopped, setStopped] = useState<(() => string) | null>(null);
  const [busy, run] = useBusy();
  const [failure, setFailure] = useState<(() => string) | null>(null);
  const seal = useRef<HTMLButtonElement>(null);
  useEffect(() => stopAskingForPasskey, []);
  const isReady = isSkipped || added.length > 0;
  const wasReady = useRef(isReady);
  useEffect(() => {
    if (isReady && !wasReady.current) seal.current?.focus();
    wasReady.current = isReady;
  }, [isReady]);

  const add = () => {
    setStopped(null);
    void form.submit({ name }, async () => {
      const made = await onAdd(name);
      if (made === null) return setStopped(() => () => LL.passkey.cancelled());
      setName('');
    });
  };
  const skip = () => {
    form.clearMessages();
    setStopped(null);
    setIsSkipped(true);
  };
  const start = async () => {
    setFailure(null);
    try {
      await onSeal();
    } catch (error) {
      setFailure(() => sentenceOf(toApiError(error)));
    }
  };

  return (
    <StepPage
      title={words.key.title()}
      lead={words.key.lead()}
      step={step}
      leave={{ icon: 'left', go: onBack }}
      foot={
        isReady ? (
          <Button
            key="seal"
            ref={seal}
            variant="primary"
            size="large"
            busy={busy}
            busyLabel={words.open.busy()}
            onClick={() => void run(start)}
          >
            {sealLabel}
          </Button>
        ) : (
          <Button variant="quiet" size="large" onClick={skip}>
            {words.key.skip()}
          </Button>
        )
      }
    >
      {added.map(({ can, name: of }) => (
        <p key={of} className={styles.added}>
          <Icon name={can === 'opens' ? 'check' : 'info'} size={22} />
          <span>
            <strong dir="auto">{of}</strong>
            <br />
            {can === 'opens' ? words.key.opens() : words.key.loginOnly()}
          </span>
        </p>
      ))}
      {passkeyObstacle() === null ? (
        <form {...form.element(add)} className={styles.form}>
          <PasskeyNameField {...form.fieldOf('name', name, setName)} />
          <Button
            type="submit"
            size="large"
            wide={false}
            icon="key"
            busy={form.busy}
            busyLabel={LL.auth.login.passkeyBusy()}
          >
            {words.key.add()}
          </Button>
          <p className={styles.stopped} role="status">
            {stopped?.()}
          </p>
          <FormMessage kind="error">{form.message?.text}</FormMessage>
        </form>
      ) : (
        <p className="t-small-2">
          {passkeyObstacle() === 'insecure' ? LL.passkey.insecure() : LL.passkey.unsupported()}
        </p>
      )}
      <p className={styles.ready} role="status">
        {isReady ? words.seal.ready() : null}
      </p>
      {failure ? (
        <p className={styles.failed} role="alert">
          {failure()}
        </p>
      ) : null}
    </StepPage>
  );
}
