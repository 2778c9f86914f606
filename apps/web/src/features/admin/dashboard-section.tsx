import { type ReactNode, useId } from 'react';
import styles from './dashboard-section.module.css';

interface Props {
  readonly title: string;
  readonly note?: ReactNode;
  /** Whether it has the whole width, and a heading of its own size. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A section below the panels: its heading, and a note beside it. */
export function DashboardSection({ title, note, wide = false, children }: Props) {
  const id = useId();
  return (
    <section className={wide ? styles.wide : styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={wide ? 't-h3' : styles.title}>
          {title}
        </h2>
        {note === undefined ? null : <p className="t-cap-2">{note}</p>}
      </header>
      {children}
    </section>
  );
}
