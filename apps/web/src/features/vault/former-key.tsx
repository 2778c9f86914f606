import { toApiError } from '@nuances/domain/api-error';
import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { openFormerKey } from '../../vault/open-vault.ts';
import type { SlotProof } from '../../vault/slot-changes.ts';
import { useVault } from '../../vault/vault-view.ts';
import { useSlotChangeText } from './slot-change-text.ts';
import { SlotProofStep } from './steps/slot-proof.tsx';

/** Asks for a way in from before a renewal, without which this device cannot go on with it. */
export function FormerKey({ onLeave }: { readonly onLeave: () => void }) {
  const { LL } = useI18n();
  const words = LL.vault.former;
  const { keyVersion } = useVault();
  const textOf = useSlotChangeText();
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const open = async (proof: SlotProof) => {
    setBusy(true);
    setMessage(undefined);
    try {
      const outcome = await openFormerKey(proof);
      if (outcome === 'open') return onLeave();
      setMessage(textOf(outcome === 'weaker' ? 'refused' : outcome, proof));
    } catch (error) {
      setMessage(sentenceOf(toApiError(error))());
    } finally {
      setBusy(false);
    }
  };
  return (
    <SlotProofStep
      title={words.title()}
      lead={words.lead()}
      label={words.phrase()}
      version={keyVersion - 1}
      message={message}
      busy={busy}
      onLeave={onLeave}
      onProof={(proof) => void open(proof)}
    />
  );
}
