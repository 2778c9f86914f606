import { countText } from '@nuances/i18n/plural';
import { trpc } from '../../api/queries.tsx';
import { useVault } from '../../keys/vault-view.ts';
import { useI18n } from '../../i18n/locale-store.ts';

interface Props {
  /** The word that is counted. */
  readonly as: 'session' | 'device';
}

/** How many sessions are open; nothing until it is known. In the list of settings a vault is said instead. */
export function SessionsValue({ as }: Props) {
  const { LL, locale } = useI18n();
  const { mode } = useVault();
  const { data } = trpc.profile.sessions.useQuery();
  const texts = as === 'session' ? LL.settings.sessions : LL.security.sessions;
  if (as === 'session' && (mode === 'vault' || mode === 'moving')) return LL.security.summary();
  return data ? countText(texts, locale, data.length) : null;
}
