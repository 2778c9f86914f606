import { newRecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { toApiError } from '@nuances/domain/api-error';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { useProof } from '../../components/use-proof.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { replaceRecoveryCode, type SlotProof } from '../../vault/slot-changes.ts';
import { useVault } from '../../vault/vault-view.ts';
import { RecoveryStep } from './steps/recovery-step.tsx';
import { useSlotChangeText } from './slot-change-text.ts';
import { SlotProofStep } from './steps/slot-proof.tsx';
import { TypedBackStep } from './steps/typed-back-step.tsx';

interface Props {
  readonly onLeave: () => void;
}

/** A new recovery code: the former one works until the new one was typed back. */
export function NewCode({ onLeave }: Props) {
  const { LL } = useI18n();
  const words = LL.vault;
  const { fingerprint } = useVault();
  const { withProof, layer } = useProof();
  const textOf = useSlotChangeText();
  const [code] = useState(newRecoveryCode);
  const [proof, setProof] = useState<SlotProof | null>(null);
  const [isKept, setIsKept] = useState(false);
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const replace = async () => {
    if (!proof) return;
    setBusy(true);
    setMessage(undefined);
    try {
      const outcome = await withProof(() => replaceRecoveryCode(proof, code));
      if (outcome === 'done') {
        showToast({ kind: 'success', text: currentI18n().LL.vault.newCode.done() });
        onLeave();
      } else if (outcome !== null) {
        setMessage(textOf(outcome, proof));
        setProof(null);
      }
    } catch (error) {
      setMessage(sentenceOf(toApiError(error))());
    } finally {
      setBusy(false);
    }
  };
  const screen = () => {
    if (!proof) {
      return (
        <SlotProofStep
          title={words.page.newCode()}
          lead={words.newCode.text()}
          message={message}
          onLeave={onLeave}
          onProof={(given) => {
            setMessage(undefined);
            setProof(given);
          }}
        />
      );
    }
    return isKept ? (
      <TypedBackStep
        code={code}
        busy={busy}
        message={message}
        onBack={() => setIsKept(false)}
        onRight={() => void replace()}
      />
    ) : (
      <RecoveryStep
        code={code}
        fingerprint={fingerprint}
        leave={{ icon: 'left', go: () => setProof(null) }}
        onKept={() => setIsKept(true)}
      />
    );
  };
  return (
    <>
      {screen()}
      {layer}
    </>
  );
}
