import { toApiError } from '@nuances/domain/api-error';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { useProof } from '../../components/use-proof.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { changePassphrase, type SlotProof } from '../../vault/slot-changes.ts';
import { PassphraseStep } from './steps/passphrase-step.tsx';
import { useSlotChangeText } from './slot-change-text.ts';
import { SlotProofStep } from './steps/slot-proof.tsx';

interface Props {
  readonly onLeave: () => void;
}

/** A new passphrase for the vault, after what opens it was given once more. */
export function ChangePassphrase({ onLeave }: Props) {
  const { LL } = useI18n();
  const words = LL.vault.change;
  const { withProof, layer } = useProof();
  const textOf = useSlotChangeText();
  const [proof, setProof] = useState<SlotProof | null>(null);
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = async (passphrase: string) => {
    if (!proof) return;
    setBusy(true);
    setMessage(undefined);
    try {
      const outcome = await withProof(() => changePassphrase(proof, passphrase));
      if (outcome === 'done') {
        showToast({ kind: 'success', text: currentI18n().LL.vault.change.done() });
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
  return (
    <>
      {proof ? (
        <PassphraseStep
          lead={words.text()}
          leave={{ icon: 'left', go: () => setProof(null) }}
          password={null}
          busy={busy}
          message={message}
          onChosen={(passphrase) => void change(passphrase)}
        />
      ) : (
        <SlotProofStep
          title={words.title()}
          lead={words.text()}
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
