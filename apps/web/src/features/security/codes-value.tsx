import { countText } from '@nuances/i18n/plural';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';

/** Whether one-time codes are on, and how many backup codes are left; nothing until it is known. */
export function CodesValue() {
  const { LL, locale } = useI18n();
  const { data } = trpc.security.codes.useQuery();
  if (!data) return null;
  return data.codes ? countText(LL.security.codes.on, locale, data.codes.backupCodesLeft) : LL.security.codes.off();
}
