import { splitAtRanges, matchesIn, linksIn, type Part, type TextRange } from './text-parts.ts';
import styles from './marked-text.module.css';

interface Props {
  readonly text: string;
  /** Search text; matches are marked. */
  readonly search: string;
}

/** A text with web addresses as links and with marks at the matches of a search. */
export function MarkedText({ text, search }: Props) {
  const found = matchesIn(text, search);
  return splitAtRanges(text, linksIn(text)).map((part) =>
    part.within ? (
      <a key={part.start} className={styles.link} href={part.text} target="_blank" rel="noopener noreferrer">
        <Marked part={part} found={found} />
      </a>
    ) : (
      <Marked key={part.start} part={part} found={found} />
    ),
  );
}

function Marked({ part, found }: { readonly part: Part; readonly found: readonly TextRange[] }) {
  return splitAtRanges(part.text, found, part.start).map(({ start, text, within }) =>
    within ? (
      <mark key={start} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
