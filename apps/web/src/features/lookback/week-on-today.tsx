import { addressOf, weekOnToday } from '@nuances/domain/lookback/span';
import { dayOf } from '@nuances/domain/local-day';
import { daysIn, type Period } from '@nuances/domain/statistics/period';
import { IconButton } from '@nuances/ui/icon-button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { showToast } from '@nuances/ui/toast';
import { useId, type ReactNode } from 'react';
import { closeWeek, useShowsWeek } from '../../browser/today-preferences.ts';
import { SpanLink } from '../../components/span-link.tsx';
import { WeekBlooms } from '../../components/week-blooms.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';

import { oneSentence, rangeOf, titleOf, todaySentence } from './look-words.ts';
import { useLook } from './use-look.ts';
import styles from './week-on-today.module.css';

interface Props {
  /** Milliseconds. */
  readonly now: number;
  /** The person's scans, newest first. */
  readonly scans: readonly ShownScan[];
  /** Called when it was closed by the button that had the focus. */
  readonly onClosed: () => void;
  /** Shown on other days, for a week without a scan, and after it was closed. */
  readonly otherwise: ReactNode;
}

/** The week looked back on, from Sunday evening to Tuesday (SPEC.md LOOK-2). */
export function WeekOnToday({ now, otherwise, ...props }: Props) {
  const span = weekOnToday(now);
  return span ? <Week {...props} today={dayOf(now)} span={span} otherwise={otherwise} /> : otherwise;
}

interface WeekProps extends Omit<Props, 'now'> {
  readonly today: number;
  readonly span: Period;
}

function Week({ today, span, scans, onClosed, otherwise }: WeekProps) {
  const words = useI18n();
  const { LL } = words;
  const id = useId();
  const week = addressOf('week', span);
  const shown = useShowsWeek(week);
  const { own, figures } = useLook(scans, span);
  const [first] = own;
  if (!shown || !first) return otherwise;
  const close = () => {
    closeWeek(week);
    onClosed();
    showToast({
      kind: 'info',
      text: LL.look.closed(),
      action: { label: LL.action.undo(), onAction: () => closeWeek(null) },
    });
  };
  const sentence = own.length === 1 ? oneSentence(words, 'week', first.at) : todaySentence(words, figures);
  return (
    <section className={`${styles.week} appear`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {titleOf(words, 'week')}
        </h2>
        <p className={styles.range}>{rangeOf(words, 'week', span)}</p>
        <IconButton className={styles.close} icon="close" label={LL.look.close()} onClick={close} />
      </header>
      <WeekBlooms days={daysIn(span)} today={today} scans={own.toReversed()} />
      {sentence === null ? null : (
        <p className={styles.sentence}>
          <UnbrokenWords>{sentence}</UnbrokenWords>
        </p>
      )}
      <SpanLink unit="week" span={span}>
        {LL.look.openWeek()}
      </SpanLink>
    </section>
  );
}
