import { trpc } from '../api/queries.tsx';

/** A hidden field in a form with a password: lets a password manager know the account. */
export function AccountNameField() {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={trpc.profile.get.useQuery().data?.username ?? ''}
      readOnly
      hidden
    />
  );
}
