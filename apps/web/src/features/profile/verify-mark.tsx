import { toApiError } from '@nuances/domain/api-error';
import { Icon } from '@nuances/ui/icon';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { trpc } from '../../api/queries.tsx';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import styles from './verify-mark.module.css';

interface Props {
  /** The stored address: the one that a link can be sent to. */
  readonly email: string;
  readonly verified: boolean;
}

/** Shows whether the address is verified; if not, sends the link again. */
export function VerifyMark({ email, verified }: Props) {
  const { LL } = useI18n();
  const resend = trpc.profile.resendVerification.useMutation();
  const stored = trpc.useUtils().profile.get;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sent = sentTo === email;

  if (verified) {
    return (
      <span className={styles.verified}>
        <Icon name="check" size={18} />
        {LL.profile.email.verified()}
      </span>
    );
  }

  const send = async () => {
    if (sent) return;
    setSentTo(email);
    try {
      await resend.mutateAsync({ email });
      // It may have been proven elsewhere in the meantime.
      void stored.invalidate();
    } catch (error) {
      setSentTo(null);
      const { code, message } = toApiError(error);
      const failed = currentI18n().LL.error.verificationResend();
      showToast({ kind: 'error', text: code === 'rateLimited' ? (message ?? failed) : failed });
    }
  };

  return (
    <span aria-live="polite">
      <button
        type="button"
        className={styles.pill}
        aria-label={sent ? undefined : LL.profile.email.verifyName()}
        aria-disabled={sent || undefined}
        onClick={() => void send()}
      >
        {sent ? LL.profile.email.sent() : LL.profile.email.notVerified()}
      </button>
    </span>
  );
}
