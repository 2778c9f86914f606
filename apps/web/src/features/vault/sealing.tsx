import { countText } from '@nuances/i18n/plural';
import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { ClosedBloom } from '@nuances/ui/closed-bloom';
import { Icon } from '@nuances/ui/icon';
import { useId, useState } from 'react';
import { ProgressLine } from '../../components/run-progress.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { pauseMove, resumeMove } from '../../vault/move.ts';
import { useVault, type Unopened } from '../../keys/vault-view.ts';
import { FormerKey } from './former-key.tsx';
import { StepPage } from './steps/step-page.tsx';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { downloadFile } from '../../browser/download.ts';
import { leftOutFile } from '../../vault/left-out/file.ts';
import { moveWithout } from '../../vault/move-run.ts';
import styles from './sealing.module.css';

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

interface Props {
  readonly owner: string;
  readonly items: readonly Unopened[];
}

/** What stops a move because it does not open, and the choice to go on without it. */
function LeftOut({ owner, items }: Props) {
  const { LL, locale } = useI18n();
  const words = LL.vault.left;
  const { slots } = useVault();
  const [isAsking, setIsAsking] = useState(false);
  const kinds = [
    { kind: 'profile', name: LL.vault.seal.profile() },
    { kind: 'note', name: LL.vault.seal.notes() },
    { kind: 'scan', name: words.scans() },
    { kind: 'tags', name: words.tags() },
    { kind: 'moods', name: LL.vault.seal.moods() },
  ].map(({ kind, name }) => ({ name, count: items.filter((item) => item.kind === kind).length }));
  return (
    <div className={styles.panel}>
      <p>{countText(words.count, locale, items.length)}</p>
      <ul className={styles.kinds}>
        {kinds
          .filter(({ count }) => count > 0)
          .map(({ name, count }) => (
            <li key={name}>
              {name} <span className={styles.of}>{decimal(count, locale)}</span>
            </li>
          ))}
      </ul>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {words.go()}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.title()}
        text={words.text()}
        confirmLabel={words.confirm()}
        keepLabel={words.keep()}
        other={
          <Button
            variant="quiet"
            size="small"
            onClick={() => downloadFile('nuances-sealed.json', leftOutFile(owner, slots, items))}
          >
            {words.save()}
          </Button>
        }
        onConfirm={() => {
          setIsAsking(false);
          moveWithout(owner);
        }}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}
