import { countText } from '@nuances/i18n/plural';
import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { ClosedBloom } from '@nuances/ui/closed-bloom';
import { Icon } from '@nuances/ui/icon';
import { useId, useState } from 'react';
import { ProgressLine } from '../../components/run-progress.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { pauseMove, resumeMove } from '../../vault/move.ts';
import { useVault } from '../../keys/vault-view.ts';
import { FormerKey } from './former-key.tsx';
import { LeftOut } from './left-out.tsx';
import styles from './sealing.module.css';
import { StepPage } from './steps/step-page.tsx';

const petals = 7;
/** How often progress is read out: at each quarter. */
const quarters = 4;

/** How far the sealing is, or the way back to a key of the server. It goes on without this page. */
export function Sealing({ onLeave }: { readonly onLeave: () => void }) {
  const { LL, locale } = useI18n();
  const words = LL.vault;
  const { owner, progress, target } = useVault();
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  const isBack = target === 'server';
  const { done, total, state } = progress ?? { done: 0, total: 0, state: 'running' as const };
  const { parts, failed = 0, unopened = [] } = progress ?? {};
  const share = total === 0 ? 0 : done / total;
  const closed = Math.floor(share * petals);
  const number = (value: number) => decimal(value, locale);
  const figures = { done: number(done), total: number(total) };
  // Before the rows were listed nothing is known of them.
  const isCounted = total > 0;
  const counted = isBack ? words.off.count(figures) : words.seal.count(figures);
  const count = isCounted ? counted : LL.common.loading();
  const quarter = Math.floor(share * quarters);
  const [announced, setAnnounced] = useState({ quarter: 0, text: '' });
  if (announced.quarter !== quarter) setAnnounced({ quarter, text: count });
  const lines = {
    running: null,
    paused: isCounted ? words.seal.paused(figures) : null,
    offline: words.seal.offline(),
    elsewhere: words.seal.elsewhere(),
    closed: words.seal.closed(),
    // What does not open is told below.
    stuck: failed === 0 && unopened.length > 0 ? null : countText(words.seal.stuck, locale, Math.max(1, failed)),
  };
  const canResume = state === 'paused' || state === 'stuck';
  // Also while the move looks again: what is typed stays.
  if (isAsking) return <FormerKey onLeave={() => setIsAsking(false)} />;
  return (
    <StepPage
      title={isBack ? words.off.moving() : words.seal.title()}
      lead={words.seal.lead()}
      leave={{ icon: 'close', go: onLeave }}
      picture={<ClosedBloom closed={isBack ? petals - closed : closed} />}
      foot={
        <>
          <Button variant="primary" size="large" onClick={onLeave}>
            {words.seal.goOn()}
          </Button>
          {state === 'running' || canResume ? (
            <Button variant="quiet" wide onClick={canResume ? resumeMove : pauseMove}>
              {canResume ? words.seal.resume() : words.seal.pause()}
            </Button>
          ) : null}
        </>
      }
    >
      <p id={id} className={styles.count}>
        {count}
      </p>
      <ProgressLine className={styles.rail} value={share} aria-labelledby={id} />
      <p className="visually-hidden" role="status">
        {announced.text}
      </p>
      <p className={styles.state} role="status">
        {lines[state] === null ? null : (
          <>
            <Icon name="info" size={20} />
            <span>{lines[state]}</span>
          </>
        )}
      </p>
      {state === 'closed' ? (
        <Button wide onClick={() => setIsAsking(true)}>
          {words.former.give()}
        </Button>
      ) : null}
      {owner !== null && unopened.length > 0 ? <LeftOut owner={owner} items={unopened} /> : null}
      {parts && isCounted ? (
        <ul>
          {(['profile', 'notes', 'scans', 'moods'] as const).map((kind) => {
            const part = parts[kind];
            if (kind === 'moods' && part.total === 0) return null;
            return (
              <li key={kind} className={styles.part}>
                <span>{words.seal[kind]()}</span>
                <span className={styles.of}>
                  {part.done >= part.total && !isBack ? <Icon name="check" size={18} /> : null}
                  {kind === 'profile' && part.done >= part.total && !isBack
                    ? words.seal.done()
                    : words.seal.of({ done: number(part.done), total: number(part.total) })}
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
      <p className={styles.leave}>{words.seal.leave()}</p>
    </StepPage>
  );
}
