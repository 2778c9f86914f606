import { useI18n } from '../../i18n/locale-store.ts';
import { Opening } from './opening.tsx';
import { PassphraseStep } from './steps/passphrase-step.tsx';
import { useSlotChange } from './use-slot-change.ts';

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
  const leave = () => {
    onRecovered(null);
    // The page behind has its own beginning.
    window.scrollTo(0, 0);
  };
  const { busy, message, layer, replacePassphrase } = useSlotChange(leave);
  if (recovered === null) return <Opening {...opening} onOpenByCode={onRecovered} />;
  return (
    <>
      {/* Still a cover: no menus, no bar. */}
      <span hidden data-vault-closed="" />
      <PassphraseStep
        lead={LL.vault.open.newPhrase()}
        leave={{ icon: 'close', go: leave }}
        password={null}
        busy={busy}
        message={message}
        onChosen={(passphrase) => void replacePassphrase({ kind: 'recovery', text: recovered }, passphrase)}
      />
      {layer}
    </>
  );
}
