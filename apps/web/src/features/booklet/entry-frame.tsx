import type { ReactNode } from 'react';
import styles from './booklet-pages.module.css';

interface Props {
  readonly date: string;
  /** What stands at its right end. */
  readonly more: string;
  /** The heading of the entry; without one its date is that. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** An entry of a booklet below a thin line: its date, what it is about, its title, its content. */
export function EntryFrame({ date, more, title = '', children }: Props) {
  return (
    <section className={styles.entry}>
      <div className={styles.start}>
        <div className={styles.line}>
          {title === '' ? <h2 className={styles.date}>{date}</h2> : <p className={styles.date}>{date}</p>}
          <p className={styles.more}>{more}</p>
        </div>
        {title === '' ? null : <h2 className={styles.name}>{title}</h2>}
      </div>
      {children}
    </section>
  );
}
