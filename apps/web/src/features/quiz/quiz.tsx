import { axisAt, axisCount } from '@nuances/domain/axes';
import { Bloom } from '@nuances/ui/bloom';
import { Button } from '@nuances/ui/button';
import { Hills } from '@nuances/ui/hills';
import { ScaleRadio } from '@nuances/ui/scale-radio';
import { useEffect, useRef, useState } from 'react';
import { answerName } from '../../i18n/scan-labels.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { useDigitKeys } from './digit-keys.ts';
import { useIdleHint } from './use-idle-hint.ts';
import { useQuizRun, type FinishedRun } from './use-quiz-run.ts';
import styles from './quiz.module.css';

interface Props {
  /** No side bar stands beside the quiz. */
  readonly alone: boolean;
  /** The first answer of a run was given. */
  readonly onStart: () => void;
  /** Keeps and shows the scan. */
  readonly onFinish: (run: FinishedRun) => Promise<void>;
}

/** The seven questions, one at a time. */
export function Quiz({ alone, onStart, onFinish }: Props) {
  const { LL } = useI18n();
  const quiz = useQuizRun(onStart);
  const { answers, index } = quiz.run;
  const axis = axisAt(index);
  const value = answers[index] ?? null;
  const last = index === axisCount - 1;
  const [busy, setBusy] = useState(false);
  const [hintOff, setHintOff] = useState(false);
  const { hint, glowed } = useIdleHint(value === null && !hintOff, index);
  const question = useRef<HTMLHeadingElement>(null);
  const discs = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(index);

  useDigitKeys((answer) => {
    quiz.answer(answer);
    discs.current?.querySelector<HTMLInputElement>(`input[value="${answer}"]`)?.focus();
  });
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    question.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [index]);

  const finish = async () => {
    const finished = quiz.finish();
    if (!finished || busy) return;
    setBusy(true);
    try {
      await onFinish(finished);
    } finally {
      setBusy(false);
    }
  };

  const blocked = value === null;
  const wait = last ? LL.quiz.finishDisabled() : LL.quiz.nextDisabled();
  const poles = { left: LL.axis[axis].left(), right: LL.axis[axis].right() };

  return (
    <div className={styles.quiz} data-alone={alone ? '' : undefined} data-first={index === 0 ? '' : undefined}>
      <div className={styles.hills} aria-hidden="true">
        <Hills height={230} />
      </div>
      <div className={styles.ring}>
        <Bloom
          className={styles.bloom}
          drawnAt={300}
          answers={answers}
          current={index}
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
        <p className="visually-hidden" aria-live="polite">
          {LL.quiz.count({ current: index + 1 })}
        </p>
      </div>
      <section className={styles.question} aria-labelledby="question">
        <h1 id="question" ref={question} className={styles.prompt} tabIndex={-1}>
          {LL.quiz[axis].prompt()}
        </h1>
        <p className={styles.detail}>
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
        <div className={styles.scale}>
          <ScaleRadio
            key={axis}
            hue={axis}
            legend={LL.quiz.scale.group(poles)}
            value={value}
            onChange={quiz.answer}
            optionLabel={(answer) => answerName(LL, axis, answer)}
            leftPole={poles.left}
            rightPole={poles.right}
            rowLeftLabel={LL.quiz.scale.rowLeft()}
            rowRightLabel={LL.quiz.scale.rowRight()}
            describedBy="scale-help"
            hint={hint}
            groupRef={discs}
          />
          <p id="scale-help" className={styles.help}>
            <span className={styles.helpWide}>{LL.quiz.scale.hint()}</span>
            <span className={`${styles.helpPhone} ${styles.once}`}>
              {LL.quiz.scale.hintPhone({ left: LL.axis[axis].leftThe(), right: LL.axis[axis].rightThe() })}
            </span>
            <span className={styles.keys}>{LL.quiz.scale.keys()}</span>
          </p>
          {glowed && blocked && !hintOff ? (
            <button type="button" className={`${styles.link} ${styles.stop}`} onClick={() => setHintOff(true)}>
              {LL.quiz.hint.stop()}
            </button>
          ) : null}
        </div>
      </section>
      <div className={styles.actions}>
        <Button
          variant="outline"
          icon="left"
          onClick={() => quiz.goTo(index - 1)}
          {...(index === 0 ? { disabledReason: LL.quiz.count({ current: 1 }) } : {})}
        >
          {LL.quiz.previous()}
        </Button>
        <p className={styles.wait} data-shown={blocked ? '' : undefined} aria-hidden={!blocked}>
          {wait}
        </p>
        {last ? (
          <Button
            variant="primary"
            busy={busy}
            busyLabel={LL.quiz.finishBusy()}
            onClick={() => void finish()}
            {...(blocked ? { disabledReason: wait } : {})}
          >
            {LL.quiz.finish()}
          </Button>
        ) : (
          <Button
            variant="primary"
            iconEnd="right"
            onClick={() => quiz.goTo(index + 1)}
            {...(blocked ? { disabledReason: wait } : {})}
          >
            {LL.quiz.next()}
          </Button>
        )}
      </div>
    </div>
  );
}
