import { trpc } from '../api/queries.tsx';
import { useI18n } from '../i18n/locale-store.ts';

/** A hidden field in a form with a password: lets a password manager know the account. */
export function AccountNameField() {
  const { LL } = useI18n();
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={trpc.profile.get.useQuery().data?.username ?? ''}
      readOnly
      hidden
      aria-label={LL.profile.username()}
    />
  );
}
