import { countText } from '@nuances/i18n/plural';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';

interface Props {
  /** The word that is counted. */
  readonly as: 'session' | 'device';
}

/** How many sessions are open; nothing until it is known. */
export function SessionsValue({ as }: Props) {
  const { LL, locale } = useI18n();
  const { data } = trpc.profile.sessions.useQuery();
  const texts = as === 'session' ? LL.settings.sessions : LL.security.sessions;
  return data ? countText(texts, locale, data.length) : null;
}
