import { readRecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { Button } from '@nuances/ui/button';
import { useState, type FormEvent } from 'react';
import { passkeyObstacle } from '../../../browser/passkeys.ts';
import { AccountNameField } from '../../../components/account-name-field.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';
import type { SlotProof } from '../../../vault/slot-changes.ts';
import { useVault } from '../../../vault/vault-view.ts';
import { CodeInput } from '../code-input.tsx';
import { RequiredNote } from '../../../components/required-note.tsx';
import styles from './slot-proof.module.css';
import { StepPage } from './step-page.tsx';
import { VaultPhraseField } from '../vault-phrase-field.tsx';

interface Props {
  readonly title: string;
  readonly lead: string;
  /** Why the last one did not do. */
  readonly message: string | undefined;
  /** Of the passphrase's field; by default it is the one of now. */
  readonly label?: string;
  /** Whose ways in are asked for; by default the vault's. */
  readonly version?: number;
  readonly busy?: boolean;
  readonly onLeave: () => void;
  readonly onProof: (proof: SlotProof) => void;
}

/** Asks once more for what opens the vault: no open device holds the key itself. */
export function SlotProofStep({ title, lead, message, label, version, busy = false, onLeave, onProof }: Props) {
  const { LL } = useI18n();
  const words = LL.vault;
  const { slots, keyVersion } = useVault();
  const [byCode, setByCode] = useState(false);
  const [text, setText] = useState('');
  const [hasTypo, setHasTypo] = useState(false);
  const opensByPasskey =
    passkeyObstacle() === null &&
    slots.some((slot) => slot.kind === 'passkey' && slot.keyVersion === (version ?? keyVersion));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    if (byCode && readRecoveryCode(text) === null) return setHasTypo(true);
    onProof({ kind: byCode ? 'recovery' : 'passphrase', text });
  };
  const change = (next: string) => {
    setText(next);
    setHasTypo(false);
  };
  const error = hasTypo ? words.open.typo() : message;
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
          wide
          busy={busy}
          busyLabel={words.open.busy()}
          disabled={text.trim() === ''}
        >
          {words.explain.next()}
        </Button>
      }
    >
      <form id="slot-proof" className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        <AccountNameField />
        {byCode ? (
          <CodeInput value={text} onChange={change} error={error} />
        ) : (
          <VaultPhraseField label={label ?? words.change.current()} value={text} onChange={change} error={error} />
        )}
        {opensByPasskey ? (
          <Button variant="outline" icon="key" onClick={() => onProof({ kind: 'passkey' })}>
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
