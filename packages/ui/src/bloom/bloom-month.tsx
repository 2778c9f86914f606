import { useDeferredValue, useId } from 'react';
import { Gradients } from './bloom-petals.tsx';
import { StillBloom } from './still-bloom.tsx';
import { classNames } from '../class-names.ts';
import { MonthFrame, type MonthFrameProps } from '../month-frame.tsx';
import styles from './bloom-month.module.css';

/** Radius of the hole of a small bloom, in bloom units. */
const hole = 30;

export interface DayBloom {
  /** Seven answers in data order. */
  readonly answers: readonly number[];
  /** The small number of a day with several scans; null for one scan. */
  readonly mark: string | null;
}

export interface BloomMonthProps extends MonthFrameProps {
  /** The bloom of a day; null for a day without one. */
  bloomOn: (day: string) => DayBloom | null;
  /** Whether a day has something that is no scan, which a small square beside its figure says. */
  hasMore?: (day: string) => boolean;
  /** The last day that can be chosen, at least today. */
  last: string;
  /** Width of a bloom in px. */
  bloomSize: number;
}

/** A month of small blooms; a day without one is a dot. */
export function BloomMonth({ bloomOn, hasMore, bloomSize, ...frame }: BloomMonthProps) {
  // One set of fills for all days: thirty would be most of the elements that another month replaces.
  const fills = useId();
  // The days of another month come first, their blooms after them.
  const isDrawn = useDeferredValue(frame.month) === frame.month;
  return (
    <>
      <svg aria-hidden className={styles.fills}>
        <Gradients id={fills} />
      </svg>
      <MonthFrame
        {...frame}
        className={classNames(styles.month, frame.className)}
        alone
        dayClassName={styles.day}
        renderDay={(day) => {
          const bloom = isDrawn ? bloomOn(day) : null;
          return (
            <>
              <span className={styles.place} aria-hidden="true">
                {bloom ? (
                  <StillBloom
                    className={styles.bloom}
                    drawnAt={bloomSize}
                    answers={bloom.answers}
                    innerRadius={hole}
                    fills={fills}
                  />
                ) : null}
                {isDrawn && !bloom && day <= frame.last ? <span className={styles.dot} /> : null}
                {bloom?.mark ? <span className={styles.mark} data-count={bloom.mark} /> : null}
              </span>
              <span className={styles.figure}>
                {Number(day.slice(8))}
                {hasMore?.(day) ? <span className={styles.more} aria-hidden="true" /> : null}
              </span>
            </>
          );
        }}
      />
    </>
  );
}

/** The small number alone, for the legend beside the month. */
export function BloomMark({ children }: { readonly children: string }) {
  return <span className={styles.sample}>{children}</span>;
}
