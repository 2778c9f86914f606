import { axisIds } from '@nuances/domain/axes';
import { reflectionNumbers, reflectionOf } from '@nuances/domain/reflections';
import { IconButton } from '@nuances/ui/icon-button';
import { useState } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { LinkedScanLine } from './linked-scan.tsx';
import styles from './reflection-questions.module.css';

/** The questions that a scan asks about a category; none for a category that is no axis. */
function questionsOf(LL: I18n['LL'], scan: ShownScan, category: string): readonly string[] {
  const index = axisIds.findIndex((axis) => axis === category);
  const answer = scan.answers[index];
  if (answer === undefined) return [];
  const { axis, polarity } = reflectionOf(index, answer);
  return reflectionNumbers.map((number) => LL.reflect[axis][polarity][number]());
}

interface Props {
  readonly scan: ShownScan;
  readonly category: string;
  /** Whether the questions may help, as with a new note. */
  readonly asked: boolean;
}

/** The linked scan and one question at a time, in sight above the text of a phone. */
export function ReflectionQuestion({ scan, category, asked }: Props) {
  const { LL } = useI18n();
  const questions = asked ? questionsOf(LL, scan, category) : [];
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, Math.max(0, questions.length - 1));
  const step = (by: number) => setChosen((index + by + questions.length) % questions.length);
  const question = questions[index];
  return (
    <div className={styles.block}>
      <div className={styles.line}>
        <LinkedScanLine scan={scan} />
        {question === undefined ? null : (
          <>
            <span className={styles.count}>
              {LL.notes.editor.questionOf({ index: index + 1, total: questions.length })}
            </span>
            <IconButton icon="left" label={LL.notes.editor.previousQuestion()} onClick={() => step(-1)} />
            <IconButton icon="right" label={LL.notes.editor.nextQuestion()} onClick={() => step(1)} />
          </>
        )}
      </div>
      {question === undefined ? null : (
        <p className={styles.question} aria-live="polite">
          {question}
        </p>
      )}
    </div>
  );
}

/** All questions of the linked scan, beside the text. */
export function ReflectionList({ scan, category }: Omit<Props, 'asked'>) {
  const { LL } = useI18n();
  const questions = questionsOf(LL, scan, category);
  if (questions.length === 0) return null;
  return (
    <div>
      <h3 className={styles.title}>{LL.notes.editor.questions()}</h3>
      <ul>
        {questions.map((question) => (
          <li key={question} className={styles.one}>
            {question}
          </li>
        ))}
      </ul>
    </div>
  );
}
