import { Button } from '@nuances/ui/button';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { isChunkLoadError } from '../../browser/chunk-errors.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { UnfetchedScreen } from './unfetched-screen.tsx';
import styles from './centred-page.module.css';

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
        <Button variant="outline" onClick={() => location.assign('/')}>
          {LL.action.goHome()}
        </Button>
      </div>
    </div>
  );
}
