import { newRecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { useState } from 'react';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { replaceRecoveryCode, type SlotProof } from '../../vault/slot-changes.ts';
import { useVault } from '../../keys/vault-view.ts';
import { RecoveryStep } from './steps/recovery-step.tsx';
import { SlotProofStep } from './steps/slot-proof.tsx';
import { TypedBackStep } from './steps/typed-back-step.tsx';
import { useSlotChange } from './use-slot-change.ts';

/** A new recovery code: the former one works until the new one was typed back. */
export function NewCode({ onLeave }: { readonly onLeave: () => void }) {
  const { LL } = useI18n();
  const words = LL.vault;
  const { fingerprint } = useVault();
  const { busy, message, clear, layer, replace } = useSlotChange(onLeave);
  const [code] = useState(newRecoveryCode);
  const [proof, setProof] = useState<SlotProof | null>(null);
  const [isKept, setIsKept] = useState(false);
  const change = async (given: SlotProof) => {
    const done = () => currentI18n().LL.vault.newCode.done();
    if (await replace(given, () => replaceRecoveryCode(given, code), done)) setProof(null);
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
            clear();
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
        onRight={() => void change(proof)}
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
