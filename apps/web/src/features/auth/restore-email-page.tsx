import { clearSession } from '../../session/session-store.ts';
import { guestApi } from '../../api/guest-client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LinkOutcome, outcomeOf } from './link-outcome.tsx';

/** Opens the link that restores the previous e-mail address. The text is long, so the page does not close by itself. */
export function RestoreEmailPage({ token }: { readonly token: string }) {
  const { LL } = useI18n();
  return (
    <LinkOutcome
      open={() =>
        outcomeOf(
          // Restoring the address ends every session of the account.
          guestApi.auth.restoreEmail.mutate({ token }).then(clearSession),
          (words) => words.auth.cancelEmail.success(),
          (words) => words.auth.cancelEmail.expired(),
        )
      }
      checking={LL.auth.cancelEmail.checking()}
      stay={() => null}
      onDone={() => undefined}
    />
  );
}
