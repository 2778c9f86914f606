import { countText } from '@nuances/i18n/plural';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';

/** How many script tokens there are; nothing until it is known. */
export function TokensValue() {
  const { LL, locale } = useI18n();
  const { data } = trpc.tokens.list.useQuery();
  if (!data) return null;
  return data.length === 0 ? LL.security.tokens.zero() : countText(LL.security.tokens, locale, data.length);
}
