import { passphraseProblem } from '@nuances/domain/vault/passphrase';
import { toApiError } from '@nuances/domain/api-error';
import { useState } from 'react';
import { useBusy } from '../../components/form/use-busy.ts';
import { useProof } from '../../components/use-proof.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { changePassphrase, type SlotChange, type SlotProof } from '../../vault/slot-changes.ts';
import { useSlotChangeText } from './slot-change-text.ts';
import { useToastWhenGone } from './use-toast-when-gone.ts';

/**
 * Makes a change of the ways to open the vault, asks for the proof that the server wants, and says what came of it.
 * @param onDone leaves the screen, once it is made
 */
export function useSlotChange(onDone: () => void) {
  const { LL } = useI18n();
  const { withProof, ask, layer } = useProof();
  const textOf = useSlotChangeText();
  const sayWhenGone = useToastWhenGone();
  const [message, setMessage] = useState<string>();
  const [busy, run] = useBusy();

  /** Rejects never. @returns whether what was given to open the vault did not do */
  const attempt = async (proof: SlotProof, change: () => Promise<SlotChange | null>, done: () => string) => {
    let isRefused = false;
    await run(async () => {
      setMessage(undefined);
      try {
        const outcome = await change();
        if (outcome === 'done') {
          sayWhenGone({ kind: 'success', text: done() });
          onDone();
        } else if (outcome !== null) setMessage(textOf(outcome, proof));
        isRefused = outcome !== null && outcome !== 'done';
      } catch (error) {
        setMessage(sentenceOf(toApiError(error))());
      }
    });
    return isRefused;
  };

  return {
    busy,
    message,
    /** Takes the message back. */
    clear: () => setMessage(undefined),
    layer,
    replace: (proof: SlotProof, change: () => Promise<SlotChange>, done: () => string) =>
      attempt(proof, () => withProof(change), done),
    /** The password is asked for even after a recent proof, because the passphrase must not be the same. */
    replacePassphrase: (proof: SlotProof, passphrase: string) => {
      let isPassword = false;
      const change = async () => {
        const who = await ask();
        if (!who) return null;
        isPassword = passphraseProblem(passphrase, who.password) !== null;
        return isPassword ? null : changePassphrase(proof, passphrase);
      };
      return attempt(proof, change, () => currentI18n().LL.vault.change.done()).then((isRefused) => {
        if (isPassword) setMessage(LL.vault.phrase.isPassword());
        return isRefused;
      });
    },
  };
}
