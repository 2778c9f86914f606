import { toApiError, type ApiError } from '@nuances/domain/api-error';
import { timings } from '@nuances/domain/timings';
import { Button, buttonClass } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { guestApi, revalidateSession } from '../../api/client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LinkPage } from './link-page.tsx';
import styles from './link-page.module.css';

interface OutcomeProps {
  readonly call: () => Promise<unknown>;
  readonly words: { checking(): string; success(): string };
  /** Said of a link that is used or too old; without it what the server says of it. */
  readonly expired?: string;
  /** What opens after a moment, and what is said about it; without it the page waits for the person. */
  readonly onward?: { readonly text: string; readonly go: () => void };
}

/** Opens a mailed link once, shows the outcome and then goes on. */
function LinkOutcome({ call, words, expired, onward }: OutcomeProps) {
  const { LL } = useI18n();
  const [outcome, setOutcome] = useState<'success' | ApiError | null>(null);
  const called = useEffectEvent(call);
  const goOn = useEffectEvent(() => onward?.go());

  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    void called()
      .then(() => 'success' as const, toApiError)
      .then((result) => {
        if (gone) return;
        setOutcome(result);
        leaving = setTimeout(() => goOn(), result === 'success' ? timings.redirectMs : timings.verifyFailedRedirectMs);
      });
    return () => {
      gone = true;
      clearTimeout(leaving);
    };
  }, []);

  const sentenceOf = ({ code, message }: ApiError) => {
    if (code === 'network') return LL.auth.verify.network();
    if (code === 'linkInvalid' && expired !== undefined) return expired;
    return message ?? LL.auth.verify.failed();
  };
  const ok = outcome === 'success';

  return (
    <LinkPage>
      {outcome ? (
        <div className={styles.outcome} role={ok ? 'status' : 'alert'} data-ok={ok ? '' : undefined}>
          <Icon name={ok ? 'check' : 'info'} size={24} />
          <h1 className="t-h3">
            <UnbrokenWords>{ok ? words.success() : sentenceOf(outcome)}</UnbrokenWords>
          </h1>
          {onward ? (
            <p className="t-small-2">{onward.text}</p>
          ) : (
            <Link to="/" className={buttonClass()}>
              {LL.action.goHome()}
            </Link>
          )}
        </div>
      ) : (
        <LoadingBloom text={words.checking()} immediate />
      )}
    </LinkPage>
  );
}

interface VerifyProps {
  readonly token: string;
  /** Whether the person is logged in here: Today opens then, not Home. */
  readonly toToday: boolean;
  readonly onDone: () => void;
  /** Fetches the code of Home first, so that Home can open without a network. */
  readonly prepare: () => Promise<unknown>;
}

/** Opens the link of a verification mail. */
export function VerifyPage({ token, toToday, onDone, prepare }: VerifyProps) {
  const words = useI18n().LL.auth.verify;
  return (
    <LinkOutcome
      call={async () => {
        await prepare().catch(() => undefined);
        await guestApi.auth.verify.mutate({ token });
      }}
      words={words}
      onward={{ text: toToday ? words.goingToday() : words.goingHome(), go: onDone }}
    />
  );
}

interface AskedProps extends Pick<OutcomeProps, 'call'> {
  readonly words: OutcomeProps['words'] & Record<'title' | 'text' | 'confirm' | 'expired', () => string>;
}

/** Asks before it opens a link that takes something away: programs that look through mails open every link. */
function AskedLink({ call, words }: AskedProps) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (isConfirmed) return <LinkOutcome call={call} words={words} expired={words.expired()} />;
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

/** Restores the previous e-mail address. */
export function RestoreEmailPage({ token }: { readonly token: string }) {
  // It ends every session of its account, also this browser's, unless another account is logged in here.
  const restore = () => guestApi.auth.restoreEmail.mutate({ token }).then(revalidateSession);
  return <AskedLink call={restore} words={useI18n().LL.auth.cancelEmail} />;
}

/** Takes an address off an account that its owner does not know. */
export function UnknownAccountPage({ token }: { readonly token: string }) {
  return <AskedLink call={() => guestApi.auth.disown.mutate({ token })} words={useI18n().LL.auth.disown} />;
}
