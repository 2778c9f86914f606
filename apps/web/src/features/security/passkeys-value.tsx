import { countText } from '@nuances/i18n/plural';
import { trpc } from '../../api/queries.tsx';
import { openingCredentials } from './opening-credentials.ts';
import { useVault } from '../../vault/vault-view.ts';
import { useI18n } from '../../i18n/locale-store.ts';

/** How many passkeys there are; nothing until it is known. */
export function PasskeysValue() {
  const { LL, locale } = useI18n();
  const opening = openingCredentials(useVault());
  const { data } = trpc.security.passkeys.useQuery();
  if (!data) return null;
  const { length } = data.passkeys;
  if (length === 0) return LL.security.passkeys.none();
  const some = countText(LL.security.passkeys.some, locale, length);
  const open = data.passkeys.filter(({ credentialId }) => opening?.has(credentialId)).length;
  if (open === 0) return some;
  const words = LL.security.passkeys.opens;
  return open === 1 ? words.one({ some, count: open }) : words.other({ some, count: open });
}
