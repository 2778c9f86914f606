import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import type { SlotProof } from '../../vault/slot-changes.ts';
import { PassphraseStep } from './steps/passphrase-step.tsx';
import { SlotProofStep } from './steps/slot-proof.tsx';
import { useSlotChange } from './use-slot-change.ts';

/** A new passphrase for the vault, after what opens it was given once more. */
export function ChangePassphrase({ onLeave }: { readonly onLeave: () => void }) {
  const { LL } = useI18n();
  const words = LL.vault.change;
  const { busy, message, clear, layer, replacePassphrase } = useSlotChange(onLeave);
  const [proof, setProof] = useState<SlotProof | null>(null);
  const change = async (given: SlotProof, passphrase: string) => {
    if (await replacePassphrase(given, passphrase)) setProof(null);
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
          onChosen={(passphrase) => void change(proof, passphrase)}
        />
      ) : (
        <SlotProofStep
          title={words.title()}
          lead={words.text()}
          message={message}
          onLeave={onLeave}
          onProof={(given) => {
            clear();
            setProof(given);
          }}
        />
      )}
      {layer}
    </>
  );
}
