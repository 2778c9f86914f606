import { axisAt } from '@nuances/domain/axes';
import type { ScanContent } from '@nuances/domain/scan/fields';
import { unchangedSince } from '@nuances/domain/scan/kept';
import { Button } from '@nuances/ui/button';
import { KeptBloom } from '@nuances/ui/kept-bloom';
import { ScaleRadio } from '@nuances/ui/scale-radio';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useSetting } from '../../browser/setting.ts';
import { quizDigitKeys } from '../../browser/settings.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import { PageHead } from '../../components/page-head.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { answerName } from '../../i18n/scan-labels.ts';
import { scanDay } from '../../i18n/scan-time.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { useDigitKeys } from './digit-keys.ts';
import { LastTime } from './last-time.tsx';
import { isStarted, type LastScan, type QuizRun } from './quiz-run.ts';
import { useQuizRun } from './use-quiz-run.ts';
import styles from './quick.module.css';

interface Props {
  /** The run that was stored, or a new one; it begins with a scan. */
  readonly kept: QuizRun;
  readonly last: LastScan & Pick<ShownScan, 'moment'>;
  /** The person's scans, newest first. */
  readonly scans: readonly ShownScan[];
  /** Called at the first answer of a run, or when nothing has changed. */
  readonly onStart: () => void;
  /** Stores and shows the scan. */
  readonly onFinish: (run: ScanContent) => Promise<void>;
}

/** "As last time, except …": the last answers as a bloom, of which each petal can be given anew. */
export function Quick({ kept, last, scans, onStart, onFinish }: Props) {
  const { LL } = useI18n();
  const quiz = useQuizRun(kept, 'again', onStart);
  const { answers: given } = quiz.run;
  const [open, setOpen] = useState<number | null>(null);
  const [busy, run] = useBusy();
  const petals = useRef<SVGGElement>(null);
  const hasGiven = isStarted(quiz.run);
  const lastOf = (index: number) => last.answers[index] ?? 1;
  const focusPetal = (index: number) => petals.current?.querySelectorAll<SVGGElement>(':scope > g')[index]?.focus();

  const petalLabel = (index: number) => {
    const axis = axisAt(index);
    const poles = { left: LL.axis[axis].left(), right: LL.axis[axis].right() };
    const now = given[index] ?? null;
    return now === null
      ? LL.quick.petalKept({ ...poles, value: lastOf(index) })
      : LL.quick.petalNow({ ...poles, value: now, was: lastOf(index) });
  };
  const openPetal = (index: number) => {
    quiz.goTo(index);
    setOpen(index);
  };
  const close = (index: number) => {
    setOpen(null);
    focusPetal(index);
  };
  const finish = () =>
    run(async () => {
      quiz.begin();
      await quiz.finish(onFinish);
    });

  return (
    <div className={styles.quick} data-toasts="top" data-head="" data-open={open === null ? undefined : ''}>
      <PageHead title={LL.quick.open()} icon="close" renderBack={(link) => <Link to="/dashboard" {...link} />} />
      <div className={styles.ring}>
        <KeptBloom
          className={styles.bloom}
          last={last.answers}
          given={given}
          current={open}
          label={LL.quick.ask()}
          petalLabel={petalLabel}
          onPetal={openPetal}
          petalsRef={petals}
          centre={<LastTime scan={last} />}
        />
        <p className={styles.legend} aria-hidden="true">
          <span className={styles.sample}>{LL.quick.legendKept()}</span>
          <span className={styles.sample} data-now="">
            {LL.quick.legendNow()}
          </span>
        </p>
      </div>
      {open === null ? (
        <div className={styles.question}>
          <h2 className={styles.ask}>
            <UnbrokenWords>{LL.quick.ask()}</UnbrokenWords>
          </h2>
          <p className={styles.lead}>{LL.quick.lead()}</p>
        </div>
      ) : (
        <Petal
          key={open}
          index={open}
          value={given[open] ?? null}
          last={lastOf(open)}
          since={unchangedSince(scans, open)}
          onAnswer={quiz.answer}
          onLeave={() => (given[open] == null ? close(open) : focusPetal(open))}
        />
      )}
      <div className={styles.actions} data-alone={open === null ? '' : undefined}>
        {open === null ? null : (
          <Button
            icon="again"
            onClick={() => {
              if (given[open] != null) quiz.answer(null);
              close(open);
            }}
          >
            {LL.quick.putBack({ value: lastOf(open) })}
          </Button>
        )}
        {open === null && !hasGiven ? (
          <Button busy={busy} busyLabel={LL.quiz.finishBusy()} onClick={() => void finish()}>
            {LL.quick.nothing()}
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={busy}
            busyLabel={LL.quiz.finishBusy()}
            disabledReason={hasGiven ? undefined : LL.quick.closed()}
            onClick={() => void finish()}
          >
            {LL.quiz.finish()}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PetalProps {
  readonly index: number;
  /** What was given; null while the last answer is kept. */
  readonly value: number | null;
  readonly last: number;
  /** The scan since which the answer has not changed, if it was kept often. */
  readonly since: ShownScan | undefined;
  readonly onAnswer: (value: number) => void;
  /** Called at Escape. */
  readonly onLeave: () => void;
}

/** The question of a petal with its discs, which have the focus when it opens. */
function Petal({ index, value, last, since, onAnswer, onLeave }: PetalProps) {
  const i18n = useI18n();
  const { LL } = i18n;
  const axis = axisAt(index);
  const section = useRef<HTMLElement>(null);
  const discs = useRef<HTMLFieldSetElement>(null);
  const first = useRef(value ?? last);
  const focusDisc = (answer: number) =>
    discs.current?.querySelector<HTMLInputElement>(`input[value="${answer}"]`)?.focus();
  useEffect(() => focusDisc(first.current), []);
  useDigitKeys(useSetting(quizDigitKeys), section, (answer) => {
    onAnswer(answer);
    focusDisc(answer);
  });
  const poles = { left: LL.axis[axis].left(), right: LL.axis[axis].right() };
  return (
    // Escape leads back from whatever is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      className={`${styles.question} appear`}
      aria-labelledby="question"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onLeave();
      }}
    >
      <h2 id="question" className={styles.prompt}>
        <UnbrokenWords>{LL.quiz[axis].prompt()}</UnbrokenWords>
      </h2>
      <p className={styles.was}>
        {LL.quick.was({ value: last })}
        {since ? ` · ${LL.quick.unchangedSince({ date: scanDay(i18n, since.createdAt) })}` : null}
      </p>
      <div className={styles.scale}>
        <ScaleRadio
          hue={axis}
          legend={LL.quiz.scale.group(poles)}
          value={value}
          last={last}
          onChange={onAnswer}
          optionLabel={(answer) => answerName(LL, axis, answer)}
          leftPole={poles.left}
          rightPole={poles.right}
          rowLeftLabel={LL.quiz.scale.rowLeft()}
          rowRightLabel={LL.quiz.scale.rowRight()}
          groupRef={discs}
        />
      </div>
    </section>
  );
}
