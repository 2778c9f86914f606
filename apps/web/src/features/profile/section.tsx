import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

interface Props {
  readonly title: string;
  /** One line below the title. */
  readonly caption?: string;
  readonly children: ReactNode;
}

/** A part of the screen: its name beside its fields, a hairline below. */
export function Section({ title, caption, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className="t-h3">
          {title}
        </h2>
        {caption === undefined ? null : <p className={styles.caption}>{caption}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
