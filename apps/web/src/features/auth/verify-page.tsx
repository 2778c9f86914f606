import { timings } from '@nuances/domain/limits';
import { Hills } from '@nuances/ui/hills';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureOf } from '../../failure.ts';
import { guestApi } from '../../trpc.ts';
import { useWords, type Words } from '../../words.ts';
import styles from './verify-page.module.css';

type Outcome = { readonly ok: boolean; readonly text: (LL: Words['LL']) => string };

async function check(token: string): Promise<Outcome> {
  try {
    await guestApi.auth.verify.mutate({ token });
    return { ok: true, text: (LL) => LL.auth.verify.success() };
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code === 'network') return { ok: false, text: (LL) => LL.auth.verify.network() };
    // A refused link has no sentence of its own; anything else the server says is more exact.
    return { ok: false, text: (LL) => (code === 'badRequest' ? null : message) ?? LL.auth.verify.failed() };
  }
}

interface Props {
  readonly token: string;
  readonly onDone: () => void;
}

/** Opens the link of the verification mail, says how it went and leads home. */
export function VerifyPage({ token, onDone }: Props) {
  const { LL } = useWords();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    void check(token).then((result) => {
      if (gone) return;
      setOutcome(result);
      leaving = setTimeout(() => done(), result.ok ? timings.redirect : timings.verifyFailedRedirect);
    });
    return () => {
      gone = true;
      clearTimeout(leaving);
    };
  }, [token]);

  return (
    <div className={styles.page}>
      <div className={styles.hills} aria-hidden="true">
        <Hills height={240} />
      </div>
      {outcome ? (
        <div className={styles.outcome} role={outcome.ok ? 'status' : 'alert'} data-ok={outcome.ok ? '' : undefined}>
          <Icon name={outcome.ok ? 'check' : 'info'} size={24} />
          <h1 className="t-h3">{outcome.text(LL)}</h1>
          <p className={styles.next}>{LL.auth.verify.goingHome()}</p>
        </div>
      ) : (
        <LoadingBloom text={LL.auth.verify.checking()} immediate />
      )}
    </div>
  );
}
