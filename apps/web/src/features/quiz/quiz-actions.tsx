import { axisCount } from '@nuances/domain/axes';
import { Button } from '@nuances/ui/button';
import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './quiz.module.css';

interface Props {
  /** The current question, 0 to 6. */
  readonly index: number;
  readonly answered: boolean;
  readonly busy: boolean;
  readonly onGoTo: (index: number) => void;
  readonly onFinish: () => void;
}

/** The buttons Back and Next, with the reason why Next is disabled. */
export function QuizActions({ index, answered, busy, onGoTo, onFinish }: Props) {
  const { LL } = useI18n();
  const last = index === axisCount - 1;
  const wait = last ? LL.quiz.finishDisabled() : LL.quiz.nextDisabled();
  /** The question at which the disabled button was pressed, and how often. */
  const [refused, setRefused] = useState({ index: -1, times: 0 });
  return (
    <div className={styles.actions}>
      <p className="visually-hidden" role="status">
        {/* An unchanged text is announced only once; another key makes it a new element. */}
        {refused.index === index && !answered ? (
          <span key={refused.times}>{last ? wait : LL.quiz.stillClosed()}</span>
        ) : null}
      </p>
      <Button
        icon="left"
        onClick={() => onGoTo(index - 1)}
        disabledReason={index === 0 ? LL.quiz.count({ current: 1 }) : undefined}
      >
        {LL.quiz.previous()}
      </Button>
      <p className={styles.wait} data-shown={answered ? undefined : ''} aria-hidden={answered}>
        {wait}
      </p>
      <Button
        variant="primary"
        disabledReason={answered ? undefined : wait}
        onRefused={() => setRefused(({ times }) => ({ index, times: times + 1 }))}
        {...(last ? { busy, busyLabel: LL.quiz.finishBusy() } : { iconEnd: 'right' })}
        onClick={last ? onFinish : () => onGoTo(index + 1)}
      >
        {last ? LL.quiz.finish() : LL.quiz.next()}
      </Button>
    </div>
  );
}
