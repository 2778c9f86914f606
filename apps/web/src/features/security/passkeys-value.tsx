import { countText } from '@nuances/i18n/plural';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';

/** How many passkeys there are; nothing until it is known. */
export function PasskeysValue() {
  const { LL, locale } = useI18n();
  const { data } = trpc.security.passkeys.useQuery();
  if (!data) return null;
  const { length } = data.passkeys;
  return length === 0 ? LL.security.passkeys.none() : countText(LL.security.passkeys.some, locale, length);
}
