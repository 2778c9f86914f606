import { Bloom } from '@nuances/ui/bloom';
import { Icon } from '@nuances/ui/icon';
import { scanShortestMoment, type ScanTime } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './quiz.module.css';

interface Props {
  /** Whether neither the question nor answers are shown. */
  readonly isFrame: boolean;
  readonly answers: readonly (number | null)[];
  /** The current question, 0 to 6. */
  readonly index: number;
  /** The moment of another day that the scan is for; null for a scan of now. */
  readonly past: ScanTime | null;
}

/** The answers so far as a bloom, with the number of the question in the middle. */
export function QuizRing({ isFrame, answers, index, past }: Props) {
  const i18n = useI18n();
  const { LL } = i18n;
  return (
    <div className={styles.ring}>
      <Bloom
        className={styles.bloom}
        drawnAt={300}
        answers={answers}
        current={isFrame ? null : index}
        decorative={isFrame}
        innerRadius={43}
        glyphs
        glyphPosition={0.5}
        label={LL.quiz.bloom.alt({
          answered: answers.filter((answer) => answer !== null).length,
          current: index + 1,
        })}
        centre={
          <g className={styles.count} aria-hidden="true">
            <text className={styles.number} textAnchor="middle" y="5">
              {index + 1}
            </text>
            <text className={styles.of} textAnchor="middle" y="26">
              {LL.quiz.ring.of()}
            </text>
          </g>
        }
      />
      {past === null ? null : (
        <p className={styles.day}>
          <Icon name="history" size={16} />
          {LL.moment.head({ date: scanShortestMoment(i18n, past) })}
        </p>
      )}
      <p className={`visually-hidden ${styles.spoken}`} aria-live="polite">
        {isFrame ? null : LL.quiz.count({ current: index + 1 })}
      </p>
    </div>
  );
}
