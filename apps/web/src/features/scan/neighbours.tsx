import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useRef, type KeyboardEvent } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { scanShortDay } from '../../i18n/scan-time.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './scan-page.module.css';

interface Props {
  readonly before: ShownScan | undefined;
  readonly after: ShownScan | undefined;
  /** Another element is between the links, so on the smallest phones they have no text. */
  readonly tight: boolean;
}

/** Links to the previous and the next scan. With the focus on one of them, the left and right arrow keys open both. */
export function Neighbours({ before, after, tight }: Props) {
  const links = useRef<HTMLElement>(null);
  const press = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
    const link = links.current?.querySelector<HTMLElement>(`[data-way="${key === 'ArrowLeft' ? 'before' : 'after'}"]`);
    link?.focus();
    link?.click();
  };
  return (
    <nav ref={links} className={`${styles.neighbours} screen-only`} data-tight={tight ? '' : undefined}>
      {before ? <Neighbour scan={before} way="before" onKeyDown={press} /> : <span />}
      {after ? <Neighbour scan={after} way="after" onKeyDown={press} /> : <span />}
    </nav>
  );
}

interface NeighbourProps {
  readonly scan: ShownScan;
  readonly way: 'before' | 'after';
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Neighbour({ scan, way, onKeyDown }: NeighbourProps) {
  const i18n = useI18n();
  const { LL } = i18n;
  const day = scanShortDay(i18n, { at: scan.createdAt, moment: scan.moment });
  // Names hold the words that are seen, for speech input.
  const date = day.sentence;
  return (
    <Link
      to="/history/$id"
      params={{ id: scan.id }}
      // Back still opens the screen from which the first scan was opened.
      replace
      resetScroll={false}
      state={(state) => ({ ...state, keepsFocus: true })}
      data-way={way}
      onKeyDown={onKeyDown}
      className={styles.neighbour}
      aria-label={way === 'before' ? LL.scan.previous({ date }) : LL.scan.next({ date })}
    >
      {way === 'before' ? <Icon name="left" /> : null}
      <span aria-hidden="true" className={styles.short}>
        {day.short}
      </span>
      <span aria-hidden="true" className={styles.long}>
        {day.long}
      </span>
      {way === 'after' ? <Icon name="right" /> : null}
    </Link>
  );
}
