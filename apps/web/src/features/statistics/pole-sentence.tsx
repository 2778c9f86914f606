import type { AxisId } from '@nuances/domain/axes';
import styles from './analysis.module.css';

/** Placeholder of the pole in the text; a private-use character, which no text contains. */
const mark = '\uE000';

interface Props {
  readonly axis: AxisId;
  readonly pole: string;
  /** Gives the sentence with a pole in it. */
  readonly text: (pole: string) => string;
}

/** A sentence with its pole in bold, in the colour of its axis. */
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
