import { Button } from '@nuances/ui/button';
import { Dialog } from '@nuances/ui/dialog';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useEffect, useEffectEvent, useState } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { guestApi } from '../../api/client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LinkPage } from './link-page.tsx';
import styles from './auth.module.css';

interface Props {
  readonly token: string;
  /** Called for a valid link: the reset modal opens. */
  readonly onValid: (link: { token: string; email: string }) => void;
  readonly onNewLink: () => void;
  readonly onLeave: () => void;
}

/** Checks a reset link. A valid one opens the reset modal; for an invalid one the page says so and then opens Home. */
export function ResetLinkPage({ token, onValid, onNewLink, onLeave }: Props) {
  const { LL } = useI18n();
  const [checking, setChecking] = useState(true);
  const [failure, setFailure] = useState<'invalid' | 'unchecked' | null>(null);
  const valid = useEffectEvent(onValid);

  useEffect(() => {
    let gone = false;
    guestApi.auth.checkReset.mutate({ token }).then(
      ({ email }) => {
        if (gone) return;
        setChecking(false);
        valid({ token, email });
      },
      (error: unknown) => {
        if (!gone) setFailure(toApiError(error).code === 'linkInvalid' ? 'invalid' : 'unchecked');
      },
    );
    return () => {
      gone = true;
    };
  }, [token]);

  return (
    <>
      <LinkPage>
        {checking && failure === null ? <LoadingBloom text={LL.auth.reset.checking()} immediate /> : null}
      </LinkPage>
      <Dialog
        open={failure !== null}
        role="alertdialog"
        onClose={onLeave}
        title={failure === 'invalid' ? LL.auth.reset.invalidLink() : LL.auth.reset.checkFailed()}
        closeLabel={LL.dialog.close()}
      >
        {failure === 'invalid' ? <p>{LL.auth.reset.newLink()}</p> : null}
        <div className={styles.actions}>
          <Button variant="primary" onClick={onLeave}>
            {LL.action.ok()}
          </Button>
          {failure === 'invalid' ? <Button onClick={onNewLink}>{LL.auth.reset.newLinkAction()}</Button> : null}
        </div>
      </Dialog>
    </>
  );
}
