import { useId, type ReactNode, type Ref } from 'react';
import styles from './section.module.css';

interface Props {
  readonly title: string;
  /** One line below the title. */
  readonly caption?: string;
  /** Stands at the end of the title's line. */
  readonly control?: ReactNode;
  /** Stands right after the title, in its line. */
  readonly beside?: ReactNode;
  /** The fields stand below the title on the desk too. */
  readonly isWide?: boolean;
  /** The page has its title as name, too: the section is no landmark of its own. */
  readonly isPage?: boolean;
  readonly ref?: Ref<HTMLElement> | undefined;
  readonly children: ReactNode;
}

/** A section of the screen: its title beside its fields, a thin line below. */
export function Section({ title, caption, control, beside, isWide = false, isPage = false, ref, children }: Props) {
  const id = useId();
  return (
    <section
      ref={ref}
      className={styles.section}
      data-wide={isWide ? '' : undefined}
      aria-labelledby={isPage ? undefined : id}
    >
      <div>
        <div className={styles.titleLine}>
          <h2 id={id} className="t-h3">
            {title}
          </h2>
          {beside === undefined ? null : <p className={styles.beside}>{beside}</p>}
          {control}
        </div>
        {caption === undefined ? null : <p className={styles.caption}>{caption}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
