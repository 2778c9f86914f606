import { toApiError } from '@nuances/domain/api-error';
import { clearSession } from '../../session/session-store.ts';
import { guestApi } from '../../api/guest-client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LinkOutcome, type Outcome } from './link-outcome.tsx';

async function restore(token: string): Promise<Outcome> {
  try {
    await guestApi.auth.restoreEmail.mutate({ token });
    // Restoring the address ends every session of the account.
    clearSession();
    return { ok: true, text: (LL) => LL.auth.cancelEmail.success() };
  } catch (error) {
    const { code, message } = toApiError(error);
    if (code === 'network') return { ok: false, text: (LL) => LL.auth.verify.network() };
    if (code === 'linkInvalid') return { ok: false, text: (LL) => LL.auth.cancelEmail.expired() };
    return { ok: false, text: (LL) => message ?? LL.auth.verify.failed() };
  }
}

/** Opens the link that restores the previous e-mail address. The text is long, so the page does not close by itself. */
export function RestoreEmailPage({ token }: { readonly token: string }) {
  const { LL } = useI18n();
  return (
    <LinkOutcome
      open={() => restore(token)}
      checking={LL.auth.cancelEmail.checking()}
      stay={() => null}
      onDone={() => undefined}
    />
  );
}
