import { countText } from '@nuances/i18n/plural';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './left-out.module.css';

interface Props {
  /** Says how many there are. */
  readonly summary: string;
  /** One for each of the first ones. */
  readonly lines: readonly string[];
  readonly count: number;
}

/** What of a file is left out, line by line, behind its number. */
export function LeftOut({ summary, lines, count }: Props) {
  const { LL, locale } = useI18n();
  if (count === 0) return null;
  return (
    <details className={styles.left}>
      <summary className={styles.summary}>{summary}</summary>
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {count > lines.length ? <p>{countText(LL.profile.config.journal.more, locale, count - lines.length)}</p> : null}
    </details>
  );
}
