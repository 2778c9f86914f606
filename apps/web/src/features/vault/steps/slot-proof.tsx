import { readRecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { Button } from '@nuances/ui/button';
import { toApiError } from '@nuances/domain/api-error';
import { useRef, useState, type FormEvent } from 'react';
import { passkeyObstacle } from '../../../browser/passkeys.ts';
import { useBusy } from '../../../components/form/use-busy.ts';
import { AccountNameField } from '../../../components/account-name-field.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';
import { sentenceOf } from '../../../i18n/sentence-of.ts';
import { tryProof, type SlotChange, type SlotProof } from '../../../vault/slot-changes.ts';
import { useVault } from '../../../keys/vault-view.ts';
import { CodeInput } from '../code-input.tsx';
import { RequiredNote } from '../../../components/required-note.tsx';
import styles from './slot-proof.module.css';
import { useSlotChangeText } from '../slot-change-text.ts';
import { StepPage } from './step-page.tsx';
import { VaultPhraseField } from '../vault-phrase-field.tsx';

interface Props {
  readonly title: string;
  readonly lead: string;
  /** Why the change was not made. */
  readonly message?: string | undefined;
  /** Of the passphrase's field; by default it is the one of now. */
  readonly label?: string;
  /** Whose ways in are asked for; by default the vault's. */
  readonly version?: number;
  /** What it is given to; by default it opens the vault once. A passkey is asked only when the change is made. */
  readonly attempt?: (proof: SlotProof) => Promise<SlotChange>;
  readonly onLeave: () => void;
  readonly onProof: (proof: SlotProof) => void;
}

const tryNow = async (proof: SlotProof) => (proof.kind === 'passkey' ? 'done' : tryProof(proof));

/** Asks once more for what opens the vault, which no open device holds, and says at once when it does not. */
export function SlotProofStep({ title, lead, message, label, version, attempt = tryNow, onLeave, onProof }: Props) {
  const words = useI18n().LL.vault;
  const { slots, keyVersion } = useVault();
  const [byCode, setByCode] = useState(false);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, run] = useBusy();
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const hold = (element: HTMLInputElement | HTMLTextAreaElement | null) => {
    field.current = element;
  };
  const textOf = useSlotChangeText();
  const opensByPasskey =
    passkeyObstacle() === null &&
    slots.some((slot) => slot.kind === 'passkey' && slot.keyVersion === (version ?? keyVersion));
  const give = async (proof: SlotProof) => {
    setFault(undefined);
    try {
      const outcome = await attempt(proof);
      if (outcome === 'done') return onProof(proof);
      setFault(textOf(outcome, proof));
      field.current?.select();
    } catch (error) {
      setFault(sentenceOf(toApiError(error))());
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (byCode && readRecoveryCode(text) === null) return setFault(words.open.typo());
    void run(() => give({ kind: byCode ? 'recovery' : 'passphrase', text }));
  };
  const change = (next: string) => {
    setText(next);
    setFault(undefined);
  };
  const error = fault ?? message;
  return (
    <StepPage
      title={title}
      lead={lead}
      leave={{ icon: 'close', go: onLeave }}
      foot={
        <Button
          type="submit"
          form="slot-proof"
          variant="primary"
          size="large"
          busy={busy}
          busyLabel={words.open.busy()}
          disabled={text.trim() === ''}
          onRefused={() => field.current?.focus()}
        >
          {words.explain.next()}
        </Button>
      }
    >
      <form id="slot-proof" className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        <AccountNameField />
        {byCode ? (
          <CodeInput ref={hold} value={text} onChange={change} error={error} />
        ) : (
          <VaultPhraseField
            ref={hold}
            label={label ?? words.change.current()}
            value={text}
            onChange={change}
            error={error}
          />
        )}
        {opensByPasskey ? (
          <Button icon="key" onClick={() => void run(() => give({ kind: 'passkey' }))}>
            {words.open.passkey()}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          onClick={() => {
            setByCode(!byCode);
            change('');
          }}
        >
          {byCode ? words.open.phraseBack() : words.open.recovery()}
        </Button>
      </form>
    </StepPage>
  );
}
