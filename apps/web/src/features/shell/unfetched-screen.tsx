import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { retryFailedStyles, isFileGone } from '../../browser/chunk-errors.ts';
import { LoadError } from '../../components/load-error.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { onReconnect } from '../../offline/connection.ts';

interface Props {
  readonly error: Error;
  /** Renders the screen again. */
  readonly reset: () => void;
}

/**
 * Shown for a screen whose code could not be fetched. The shell keeps working, and the screen loads once the network is
 * back.
 */
export function UnfetchedScreen({ error, reset }: Props) {
  const { LL } = useI18n();
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  const retry = async (asked: boolean) => {
    setBusy(true);
    try {
      // Only a reload gets the files of a new version, and only the person may start it.
      if (asked && (await isFileGone(error))) return await (await import('../../screens.ts')).reloadOrOffer();
      await retryFailedStyles();
      await router.invalidate();
      reset();
    } catch {
      // Still no network: the sentence stands.
    } finally {
      setBusy(false);
    }
  };
  const retryByItself = useEffectEvent(() => void retry(false));
  useEffect(() => onReconnect(() => retryByItself()), []);

  return <LoadError heading message={LL.connection.unreached()} busy={busy} onRetry={() => retry(true)} />;
}
