import type { AxisId } from '@nuances/domain/axes';
import styles from './analysis.module.css';

/** Stands for the pole while the sentence is put together; no text of ours holds it. */
const mark = '\uE000';

interface Props {
  readonly axis: AxisId;
  readonly pole: string;
  /** The sentence around a pole. */
  readonly text: (pole: string) => string;
}

/** A sentence whose pole is written in the strong colour of its axis. */
export function PoleSentence({ axis, pole, text }: Props) {
  const [before, after] = text(mark).split(mark);
  return (
    <>
      {before}
      <strong className={styles.pole} data-hue={axis}>
        {pole}
      </strong>
      {after}
    </>
  );
}
