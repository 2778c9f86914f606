import { Button } from '@nuances/ui/button';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { isChunkLoadError, retryFailedStyles, isFileGone } from '../../browser/chunk-errors.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './centred-page.module.css';
import { LoadError } from '../../components/load-error.tsx';
import { onReconnect } from '../../offline/connection.ts';

/** Props of a replacement for a screen that cannot be shown. */
export function RenderError({ error, reset }: ErrorComponentProps) {
  return error instanceof Error && isChunkLoadError(error) ? (
    <UnfetchedScreen error={error} reset={reset} />
  ) : (
    <BrokenScreen reset={reset} />
  );
}

/** Shown when a screen throws: a title, the note that drafts are safe, and two actions. */
function BrokenScreen({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const { LL } = useI18n();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className={styles.page} role="alert">
      <h1 className="t-h2" lang="en">
        {LL.page.error.title()}
      </h1>
      <p className={styles.text}>{LL.page.error.text()}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={retry}>
          {LL.action.retry()}
        </Button>
        <Button onClick={() => location.assign('/')}>{LL.action.goHome()}</Button>
      </div>
    </div>
  );
}

interface Props {
  readonly error: Error;
  /** Renders the screen again. */
  readonly reset: () => void;
}

/**
 * Shown for a screen whose code could not be fetched. The shell keeps working, and the screen loads once the network is
 * back.
 */
function UnfetchedScreen({ error, reset }: Props) {
  const { LL } = useI18n();
  const router = useRouter();
  // Not by `useBusy`, which would be part of every first page.
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
