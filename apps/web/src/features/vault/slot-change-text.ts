import { useI18n } from '../../i18n/locale-store.ts';
import type { SlotChange, SlotProof } from '../../vault/slot-changes.ts';
import { vaultState } from '../../keys/vault-view.ts';
import { warningText } from './warning-text.ts';

/** Why a change of the ways to open the vault was not made, in words. */
export function useSlotChangeText(): (outcome: Exclude<SlotChange, 'done'>, proof: SlotProof) => string {
  const { LL } = useI18n();
  const words = LL.vault;
  return (outcome, proof) => {
    const sentences = {
      wrong: proof.kind === 'recovery' ? words.open.wrongCode() : words.open.wrong(),
      refused: warningText(LL, vaultState().warning ?? 'weaker'),
      stopped: words.open.passkeyNone(),
      logsIn: words.open.passkeyOnly(),
      silent: LL.error.network(),
      already: LL.passkey.already(),
    };
    return sentences[outcome];
  };
}
