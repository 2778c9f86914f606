import { IconButton } from '@nuances/ui/icon-button';
import { useId, useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './analysis.module.css';

/** A sentence, and the sign that stands beside it where there are several. */
interface Sentence {
  readonly key: string;
  readonly sign?: ReactNode;
  readonly text: ReactNode;
}

interface Props {
  /** Stands beside the row; the sign of its only sentence where that has one. */
  readonly sign: ReactNode;
  readonly label: string;
  readonly sentences: readonly Sentence[];
  /** How it was computed, with its numbers; rendered when the row is opened. */
  readonly renderWorking: () => ReactNode;
}

/** One thing that is said of the scan, and a button that shows how it was computed. */
export function AnalysisRow({ sign, label, sentences, renderWorking }: Props) {
  const { LL } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [only] = sentences;
  const several = sentences.length > 1;
  return (
    <li className={styles.row}>
      <span className={styles.sign}>{several ? sign : (only?.sign ?? sign)}</span>
      <div className={styles.said}>
        <p className={styles.label}>{label}</p>
        {sentences.map(({ key, sign: own, text }) => (
          <p key={key} className={styles.sentence}>
            {several && own ? <span className={styles.own}>{own}</span> : null}
            <span>{text}</span>
          </p>
        ))}
      </div>
      <IconButton
        icon="down"
        iconSize={20}
        label={LL.stats.how.show({ label })}
        className={`${styles.how} screen-only`}
        aria-expanded={open}
        aria-controls={`${id}-how`}
        onClick={() => setOpen(!open)}
      />
      <div id={`${id}-how`} className={styles.working} hidden={!open}>
        {open ? renderWorking() : null}
      </div>
    </li>
  );
}
