import type { AxisId } from '@nuances/domain/axes';
import { ScaleRadio, type ScaleHint } from '@nuances/ui/scale-radio';
import type { Ref } from 'react';
import { answerName } from '../../i18n/scan-labels.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './quiz.module.css';

interface Props {
  readonly axis: AxisId;
  readonly value: number | null;
  readonly onAnswer: (value: number) => void;
  /** Called when an answer is pressed, also the current one. */
  readonly onPress: () => void;
  readonly discs: Ref<HTMLFieldSetElement>;
  readonly hint: ScaleHint;
  /** Stops the hint; undefined until the hint has been shown. */
  readonly onHintOff: (() => void) | undefined;
}

/** The ten answers with their captions and hints. */
export function QuizScale({ axis, value, onAnswer, onPress, discs, hint, onHintOff }: Props) {
  const { LL } = useI18n();
  const poles = { left: LL.axis[axis].left(), right: LL.axis[axis].right() };
  return (
    <div className={styles.scale}>
      <ScaleRadio
        hue={axis}
        legend={LL.quiz.scale.group(poles)}
        value={value}
        onChange={onAnswer}
        onPress={onPress}
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
      {onHintOff && value === null ? (
        <button type="button" className={`${styles.link} ${styles.stop}`} onClick={onHintOff}>
          {LL.quiz.hint.stop()}
        </button>
      ) : null}
    </div>
  );
}
