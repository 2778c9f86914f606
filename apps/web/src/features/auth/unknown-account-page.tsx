import { Button } from '@nuances/ui/button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { useState } from 'react';
import { guestApi } from '../../api/guest-client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LinkOutcome, outcomeOf } from './link-outcome.tsx';
import { LinkPage } from './link-page.tsx';
import styles from './link-page.module.css';

const disown = (token: string) =>
  outcomeOf(
    guestApi.auth.disown.mutate({ token }),
    (LL) => LL.auth.disown.success(),
    (LL) => LL.auth.disown.expired(),
  );

/**
 * Asks before it takes an address off an account that its owner does not know: programs that look through mails open every link.
 */
export function UnknownAccountPage({ token }: { readonly token: string }) {
  const { LL } = useI18n();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const words = LL.auth.disown;
  if (isConfirmed)
    return (
      <LinkOutcome open={() => disown(token)} checking={words.checking()} stay={() => null} onDone={() => undefined} />
    );
  return (
    <LinkPage>
      <div className={styles.question}>
        <h1 className="t-h3">{words.title()}</h1>
        <p>
          <UnbrokenWords>{words.text()}</UnbrokenWords>
        </p>
        <Button variant="primary" onClick={() => setIsConfirmed(true)}>
          {words.confirm()}
        </Button>
      </div>
    </LinkPage>
  );
}
