import { useI18n } from '../../i18n/locale-store.ts';
import { openFormerKey } from '../../vault/open-vault.ts';
import type { SlotProof } from '../../vault/slot-changes.ts';
import { useVault } from '../../keys/vault-view.ts';
import { SlotProofStep } from './steps/slot-proof.tsx';

async function attempt(proof: SlotProof) {
  const outcome = await openFormerKey(proof);
  if (outcome === 'open') return 'done';
  return outcome === 'weaker' ? 'refused' : outcome;
}

/** Asks for a way in from before a renewal, without which this device cannot go on with it, or open what it held before. */
export function FormerKey({ onLeave }: { readonly onLeave: () => void }) {
  const words = useI18n().LL.vault.former;
  const { keyVersion, mode } = useVault();
  return (
    <SlotProofStep
      title={words.title()}
      lead={mode === 'moving' ? words.lead() : words.here()}
      label={words.phrase()}
      version={keyVersion - 1}
      attempt={attempt}
      onLeave={onLeave}
      onProof={onLeave}
    />
  );
}
