import { axisIds } from '@nuances/domain/axes';
import { reflectionNumbers, reflectionOf } from '@nuances/domain/reflections';
import { IconButton } from '@nuances/ui/icon-button';
import { useState } from 'react';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { noteQuestionHidden } from '../../browser/settings.ts';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { LinkedScanLine } from './linked-scan.tsx';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import styles from './reflection-questions.module.css';

/** Questions of the reflection for a scan and a category; empty for `other`. */
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
  /** Whether to show questions; false for an existing note. */
  readonly asked: boolean;
}

/** Phone: the linked scan and one question at a time, above the text. */
export function ReflectionQuestion({ scan, category, asked }: Props) {
  const { LL } = useI18n();
  const questions = asked ? questionsOf(LL, scan, category) : [];
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, Math.max(0, questions.length - 1));
  const step = (by: number) => setChosen((index + by + questions.length) % questions.length);
  const question = questions[index];
  const hidden = useSetting(noteQuestionHidden);
  return (
    <div className={styles.block}>
      <div className={styles.line}>
        <LinkedScanLine scan={scan} short />
        {question === undefined ? null : <QuestionFold hidden={hidden} />}
        {question === undefined || hidden ? null : (
          <>
            <span className={styles.count}>
              {LL.notes.editor.questionOf({ index: index + 1, total: questions.length })}
            </span>
            <IconButton icon="left" label={LL.notes.editor.previousQuestion()} onClick={() => step(-1)} />
            <IconButton icon="right" label={LL.notes.editor.nextQuestion()} onClick={() => step(1)} />
          </>
        )}
      </div>
      {question === undefined || hidden ? null : (
        <p className={styles.question} aria-live="polite">
          <UnbrokenWords>{question}</UnbrokenWords>
        </p>
      )}
    </div>
  );
}

/** Button that hides or shows the questions; stored in this browser. */
function QuestionFold({ hidden }: { readonly hidden: boolean }) {
  const { LL } = useI18n();
  return (
    <IconButton
      icon={hidden ? 'eye' : 'eyeOff'}
      label={hidden ? LL.notes.editor.showQuestion() : LL.notes.editor.hideQuestion()}
      onClick={() => changeSetting(noteQuestionHidden, !hidden)}
    />
  );
}

/** Wide window: all questions of the linked scan, beside the text. The one that was pressed last stands out, to keep one's place. */
export function ReflectionList({ scan, category }: Omit<Props, 'asked'>) {
  const { LL } = useI18n();
  const questions = questionsOf(LL, scan, category);
  const hidden = useSetting(noteQuestionHidden);
  const [touched, setTouched] = useState<string | null>(null);
  if (questions.length === 0) return null;
  return (
    <div>
      <div className={styles.heading}>
        <h3 className={styles.title}>{LL.notes.editor.questions()}</h3>
        <QuestionFold hidden={hidden} />
      </div>
      <ul hidden={hidden}>
        {questions.map((question) => (
          // Only a mark: nothing is opened or chosen by it.
          <li
            key={question}
            className={styles.one}
            data-touched={question === touched ? '' : undefined}
            onPointerDown={() => setTouched(question)}
          >
            <UnbrokenWords>{question}</UnbrokenWords>
          </li>
        ))}
      </ul>
    </div>
  );
}
