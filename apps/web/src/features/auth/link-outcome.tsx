import { toApiError } from '@nuances/domain/api-error';
import { buttonClass } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { LinkPage } from './link-page.tsx';
import styles from './link-page.module.css';

type Sentence = (LL: I18n['LL']) => string;

/** The translated outcome of opening a link. */
interface Outcome {
  readonly ok: boolean;
  readonly text: Sentence;
}

/**
 * What the call of a link came to; never rejects.
 * @param expired for a link that is used or too old; without it what the server says of it
 */
export async function outcomeOf(call: Promise<unknown>, success: Sentence, expired?: Sentence): Promise<Outcome> {
  try {
    await call;
    return { ok: true, text: success };
  } catch (error) {
    const { code, message } = toApiError(error);
    if (code === 'network') return { ok: false, text: (LL) => LL.auth.verify.network() };
    if (code === 'linkInvalid' && expired) return { ok: false, text: expired };
    return { ok: false, text: (LL) => message ?? LL.auth.verify.failed() };
  }
}

interface Props {
  /** Opens the link; never rejects. */
  readonly open: () => Promise<Outcome>;
  readonly checking: string;
  /** How long the outcome is shown before Home opens, milliseconds; null waits for the person. */
  readonly stay: (outcome: Outcome) => number | null;
  /** What is said about the page that opens then, when it is not Home. */
  readonly going?: string | undefined;
  readonly onDone: () => void;
}

/** Opens a mailed link once, shows the outcome and then opens Home, or another page. */
export function LinkOutcome({ open, checking, stay, going, onDone }: Props) {
  const { LL } = useI18n();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const opened = useEffectEvent(open);
  const stays = useEffectEvent(stay);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    void opened().then((result) => {
      if (gone) return;
      setOutcome(result);
      const time = stays(result);
      if (time !== null) leaving = setTimeout(() => done(), time);
    });
    return () => {
      gone = true;
      clearTimeout(leaving);
    };
  }, []);

  return (
    <LinkPage>
      {outcome ? (
        <div className={styles.outcome} role={outcome.ok ? 'status' : 'alert'} data-ok={outcome.ok ? '' : undefined}>
          <Icon name={outcome.ok ? 'check' : 'info'} size={24} />
          <h1 className="t-h3">
            <UnbrokenWords>{outcome.text(LL)}</UnbrokenWords>
          </h1>
          {stay(outcome) === null ? (
            <Link to="/" className={buttonClass({ variant: 'outline' })}>
              {LL.action.goHome()}
            </Link>
          ) : (
            <p className="t-small-2">{going ?? LL.auth.verify.goingHome()}</p>
          )}
        </div>
      ) : (
        <LoadingBloom text={checking} immediate />
      )}
    </LinkPage>
  );
}
