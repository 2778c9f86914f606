import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import type { VaultWarning } from '../../keys/vault-view.ts';

/** What the server was caught at, in words. */
export function warningText({ vault: { server } }: TranslationFunctions, warning: VaultWarning): string {
  const sentences = {
    older: () => `${server.older()} ${server.olderMore()}`,
    former: server.former,
    missing: server.missing,
    weaker: server.weaker,
    mode: server.noVault,
    key: server.otherKey,
  };
  return sentences[warning]();
}
