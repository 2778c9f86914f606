import { axisAt, axisCount } from '@nuances/domain/axes';
import type { LocalDay } from '@nuances/domain/local-day';
import type { ScanContent } from '@nuances/domain/scan/fields';
import { exactnessOf, timeOfMoment } from '@nuances/domain/scan/moment';
import { Hills } from '@nuances/ui/hills';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSetting } from '../../browser/setting.ts';
import { quizDigitKeys, quizAutoAdvance } from '../../browser/settings.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { AutoSwitch } from './auto-switch.tsx';
import { useDigitKeys } from './digit-keys.ts';
import { QuizActions } from './quiz-actions.tsx';
import { QuizRing } from './quiz-ring.tsx';
import { QuizScale } from './quiz-scale.tsx';
import { useAutoAdvance } from './use-auto-advance.ts';
import { useIdleHint } from './use-idle-hint.ts';
import { momentOf, type QuizRun } from './quiz-run.ts';
import { useQuizRun } from './use-quiz-run.ts';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import styles from './quiz.module.css';

interface Props {
  /** Whether only what every run has in common is visible: the page that the build makes. */
  readonly isFrame: boolean;
  /** Whether a person is logged in: the side bar is then beside the quiz. */
  readonly member: boolean;
  /** The run that is stored on this device. */
  readonly kept: QuizRun;
  /** The earlier day of the scan; null for a scan of now. */
  readonly day: LocalDay | null;
  /** Called at the first answer of a run. */
  readonly onStart: () => void;
  /** Stores and shows the scan. */
  readonly onFinish: (run: ScanContent) => Promise<void>;
}

/** The seven questions, one at a time. */
export function Quiz({ isFrame, member, kept, day, onStart, onFinish }: Props) {
  const { LL } = useI18n();
  const quiz = useQuizRun(kept, day, onStart);
  const { answers, index } = quiz.run;
  const chosen = momentOf(quiz.run);
  const past = day === null ? null : { at: timeOfMoment(day, chosen), moment: exactnessOf(chosen) };
  const axis = axisAt(index);
  const value = answers[index] ?? null;
  const [busy, run] = useBusy();
  const [hintOff, setHintOff] = useState(false);
  const { hint, glowed } = useIdleHint(value === null && !hintOff, index);
  const question = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const discs = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(index);
  // The first question is there at once: a text that fades in counts as painted only afterwards.
  const [last, setLast] = useState<{ readonly index: number; readonly from?: 'next' | 'previous' }>({ index });
  if (last.index !== index) setLast({ index, from: index < last.index ? 'previous' : 'next' });

  const movesOn = useSetting(quizAutoAdvance);
  // After the last question the person presses Finish.
  const auto = useAutoAdvance({
    on: movesOn && index < axisCount - 1,
    answered: value !== null,
    within: section,
    onAdvance: () => quiz.goTo(index + 1),
  });
  const goTo = (next: number) => {
    auto.cancel();
    quiz.goTo(next);
  };
  const digits = useSetting(quizDigitKeys);
  useDigitKeys(digits, section, (answer) => {
    quiz.answer(answer);
    auto.begin();
    discs.current?.querySelector<HTMLInputElement>(`input[value="${answer}"]`)?.focus();
  });
  useLayoutEffect(() => {
    // When the page was opened at the quiz, nothing has the focus. Digits need it inside the question.
    if (document.activeElement === document.body) question.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    question.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [index]);

  const finish = () => run(() => quiz.finish(onFinish));

  return (
    <div
      className={styles.quiz}
      data-toasts="top"
      data-alone={member ? undefined : ''}
      data-first={index === 0 ? '' : undefined}
      data-frame={isFrame ? '' : undefined}
    >
      <Hills className={styles.hills} height={230} />
      <QuizRing isFrame={isFrame} answers={answers} index={index} past={past} />
      <AutoSwitch />
      <section ref={section} className={styles.question} aria-labelledby="question">
        <h1 id="question" ref={question} className={styles.prompt} tabIndex={-1}>
          <span key={axis} className={styles.words} data-from={last.from}>
            <UnbrokenWords>{LL.quiz[axis].prompt()}</UnbrokenWords>
          </span>
        </h1>
        <p key={`detail-${axis}`} className={`${styles.detail} ${styles.words}`} data-from={last.from}>
          {LL.quiz[axis].detail()} <span className={styles.once}>{LL.quiz.noRightAnswer()}</span>
        </p>
        {quiz.resumed ? (
          <p className={styles.resumed} role="status">
            {LL.quiz.resumed()}{' '}
            <button type="button" className={styles.link} onClick={quiz.restart}>
              {LL.quiz.restart()}
            </button>
          </p>
        ) : null}
        <QuizScale
          key={axis}
          axis={axis}
          value={value}
          onAnswer={quiz.answer}
          onPress={auto.press}
          discs={discs}
          hint={hint}
          onHintOff={glowed && !hintOff ? () => setHintOff(true) : undefined}
        />
      </section>
      <QuizActions index={index} answered={value !== null} busy={busy} onGoTo={goTo} onFinish={() => void finish()} />
    </div>
  );
}
