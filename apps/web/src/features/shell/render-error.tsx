import { Button } from '@nuances/ui/button';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useWords } from '../../words.ts';
import styles from './centred-page.module.css';

/** A screen that broke: the same title in both languages, drafts untouched, two ways on. */
export function RenderError({ error, reset }: ErrorComponentProps) {
  const { LL } = useWords();
  const router = useRouter();
  const retry = () => {
    // A module that could not be fetched stays failed in this page; only a new page asks for it again.
    if (error instanceof TypeError && /module|import|preload/i.test(error.message)) return location.reload();
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
