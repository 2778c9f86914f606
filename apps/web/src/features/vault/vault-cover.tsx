import { toApiError } from '@nuances/domain/api-error';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { useProof } from '../../components/use-proof.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { changePassphrase } from '../../vault/slot-changes.ts';
import { Opening } from './opening.tsx';
import { useSlotChangeText } from './slot-change-text.ts';
import { PassphraseStep } from './steps/passphrase-step.tsx';

interface Props {
  readonly wasOpen: boolean;
  readonly hasDiffered: boolean;
  /** The recovery code that has just opened the vault; null before, and once a passphrase was chosen. */
  readonly recovered: string | null;
  readonly onRecovered: (code: string | null) => void;
  readonly onLogout: () => void;
}

/** What stands in place of the content: the ways to open the vault, and after the recovery code a new passphrase. */
export function VaultCover({ recovered, onRecovered, ...opening }: Props) {
  const { LL } = useI18n();
  const { withProof, layer } = useProof();
  const textOf = useSlotChangeText();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  if (recovered === null) return <Opening {...opening} onOpenByCode={onRecovered} />;
  const change = async (passphrase: string) => {
    setBusy(true);
    setMessage(undefined);
    const proof = { kind: 'recovery', text: recovered } as const;
    try {
      const outcome = await withProof(() => changePassphrase(proof, passphrase));
      if (outcome === 'done') {
        showToast({ kind: 'success', text: currentI18n().LL.vault.change.done() });
        onRecovered(null);
      } else if (outcome !== null) setMessage(textOf(outcome, proof));
    } catch (error) {
      setMessage(sentenceOf(toApiError(error))());
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PassphraseStep
        lead={LL.vault.open.newPhrase()}
        leave={{ icon: 'close', go: () => onRecovered(null) }}
        password={null}
        busy={busy}
        message={message}
        onChosen={(passphrase) => void change(passphrase)}
      />
      {layer}
    </>
  );
}
