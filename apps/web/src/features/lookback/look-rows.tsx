import { tagKey } from '@nuances/domain/scan/tags';
import { Glyph } from '@nuances/ui/glyph';
import { Icon } from '@nuances/ui/icon';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { askForTag } from '../../scans/asked-tag.ts';
import type { FigureRow } from './look-words.ts';
import styles from './look-rows.module.css';

/** What the scans show, one paragraph each. */
export function FigureRows({ rows }: { readonly rows: readonly FigureRow[] }) {
  return rows.map(({ axis, caption, text }) => (
    <p key={caption} className={styles.figure}>
      <Glyph hue={axis} size={24} className={styles.glyph} />
      <span className={styles.caption}>{caption}</span>{' '}
      <span className={styles.text}>
        <UnbrokenWords>{text}</UnbrokenWords>
      </span>
    </p>
  ));
}

/** The words of the scans, each a link to all scans that carry it. */
export function WordLinks({ words }: { readonly words: readonly string[] }) {
  const { LL } = useI18n();
  const ask = (word: string) => (event: MouseEvent) => {
    // Another tab starts with all scans.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) askForTag(tagKey(word));
  };
  return (
    <div className={styles.words}>
      <Icon name="tag" size={22} />
      <ul className={styles.wordList} aria-label={LL.look.words()}>
        {words.map((word) => (
          <li key={word}>
            <Link to="/history" search={{ view: 'list' }} className={styles.word} onClick={ask(word)} dir="auto">
              <span className={styles.chip}>{word}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A pattern that is new, and leads to all of them. */
export function PatternRow({ text }: { readonly text: string }) {
  const { LL } = useI18n();
  return (
    <Link to="/statistics/insights" className={styles.row}>
      <span className={styles.rowWords}>
        <span className={styles.caption}>{LL.look.pattern()}</span>{' '}
        <span className={styles.pattern}>
          <UnbrokenWords>{text}</UnbrokenWords>
        </span>
      </span>
      <Icon name="right" />
    </Link>
  );
}
