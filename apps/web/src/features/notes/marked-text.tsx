import { cutAt, foundIn, linksIn, type Part, type Stretch } from './text-parts.ts';
import styles from './marked-text.module.css';

interface Props {
  readonly text: string;
  /** Search text; matches are marked. */
  readonly search: string;
}

/** A text with web addresses as links and with marks at the matches of a search. */
export function MarkedText({ text, search }: Props) {
  const found = foundIn(text, search);
  return cutAt(text, linksIn(text)).map((part) =>
    part.within ? (
      <a key={part.start} className={styles.link} href={part.text} target="_blank" rel="noopener noreferrer">
        <Marked part={part} found={found} />
      </a>
    ) : (
      <Marked key={part.start} part={part} found={found} />
    ),
  );
}

function Marked({ part, found }: { readonly part: Part; readonly found: readonly Stretch[] }) {
  return cutAt(part.text, found, part.start).map(({ start, text, within }) =>
    within ? (
      <mark key={start} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
