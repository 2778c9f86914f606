import { IconButton } from '@nuances/ui/icon-button';
import { useId, useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './analysis.module.css';

/** A sentence; `sign` is its own icon, shown before it when the row has several sentences. */
interface Sentence {
  readonly key: string;
  readonly sign?: ReactNode;
  readonly text: ReactNode;
}

interface Props {
  /** Icon of the row. A row with one sentence shows the icon of that sentence instead, if it has one. */
  readonly sign: ReactNode;
  readonly label: string;
  readonly sentences: readonly Sentence[];
  /** How the result was computed, with its numbers; rendered only while the row is open. */
  readonly renderWorking: () => ReactNode;
}

/** One result of the analysis, and a button that shows how it was computed. */
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
