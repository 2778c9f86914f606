import { confirmFingerprint, refuseFingerprint } from '../../vault/open-vault.ts';
import { useVault } from '../../keys/vault-view.ts';
import { CompareSheet } from './compare-sheet.tsx';
import { FormerNotice } from './former-notice.tsx';
import { ServerWarning } from './server-warning.tsx';

/** What an open vault asks or says above the screens: a fingerprint to compare, and what the server was caught at. */
export function VaultNotices({ onDiffered }: { readonly onDiffered: () => void }) {
  const { compare, fingerprint } = useVault();
  return (
    <>
      <ServerWarning />
      <FormerNotice />
      {compare !== null && fingerprint !== null ? (
        <CompareSheet
          fingerprint={fingerprint}
          why={compare}
          onSame={confirmFingerprint}
          onLater={confirmFingerprint}
          onDiffer={() => {
            onDiffered();
            void refuseFingerprint();
          }}
        />
      ) : null}
    </>
  );
}
