import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Glyph } from '../glyph.tsx';
import type { NoteHue } from '../hues.ts';
import { IconButton } from '../icon-button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { prefersReducedMotion } from '../reduced-motion.ts';
import styles from './leaf.module.css';

/** More than this never fits into the clamped lines, so it is not rendered while they are; UTF-16 units. */
const clampedAtMost = 2_000;
const unfoldMs = 220;

export interface LeafProps {
  hue: NoteHue;
  /** Name of the hue. */
  category: string;
  date: string;
  /** The same in ISO format. */
  dateTime: string;
  /** Shown below the date. */
  dateMore?: string | undefined;
  /** Empty for none: the text then begins at once. */
  title: string;
  /** What the note is called without a title; screen readers get it as its heading. */
  name: string;
  /** Shown before the title. */
  titleIcon?: IconName | undefined;
  text: string;
  /** Renders title and text, or a part of it; for example with links. */
  show?: ((text: string) => ReactNode) | undefined;
  /** Level of the title's heading. */
  level?: 2 | 3 | undefined;
  expanded: boolean;
  onToggle: () => void;
  expandLabel: string;
  collapseLabel: string;
  /** The three-dots menu; without it the note is read-only. */
  menu?: ReactNode;
  /** Shown in the last row, at its start. */
  foot?: ReactNode;
}

/** A note on the tint of its hue: two lines of its title and five of its text, six without a title, or everything. */
export function Leaf({
  hue,
  category,
  date,
  dateTime,
  dateMore,
  title,
  name,
  titleIcon,
  text,
  show = (plain) => plain,
  level = 2,
  expanded,
  onToggle,
  expandLabel,
  collapseLabel,
  menu,
  foot,
}: LeafProps) {
  const id = useId();
  const body = useRef<HTMLParagraphElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const long = text.length > clampedAtMost;
  const [cut, setCut] = useState(long);
  const foldable = cut || long || expanded;
  const rememberHeight = useUnfolding(body, expanded);

  useLayoutEffect(() => {
    const element = body.current;
    if (!element || expanded) return;
    const measure = () => {
      // During the animation it is neither folded nor unfolded.
      if (element.getAnimations().length === 0) setCut(isCut(element) || (title !== '' && isCut(heading.current)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [expanded, text, title]);

  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={styles.leaf} data-hue={hue} aria-labelledby={`${id} ${id}-date`}>
      <header className={styles.head} data-menu={menu === undefined ? undefined : ''}>
        <Glyph hue={hue} size={22} />
        <span className={styles.category}>{category}</span>
        <span className={styles.date}>
          <time id={`${id}-date`} dateTime={dateTime}>
            {date}
          </time>
          {dateMore === undefined ? null : <span className={styles.dateMore}>{dateMore}</span>}
        </span>
        {menu}
      </header>
      <Heading
        ref={heading}
        id={id}
        className={title === '' ? 'visually-hidden' : styles.title}
        data-folded={expanded || titleIcon ? undefined : ''}
        dir="auto"
      >
        {titleIcon && <Icon name={titleIcon} />}
        {title === '' ? name : show(title)}
      </Heading>
      <p
        ref={body}
        className={styles.text}
        data-folded={expanded ? undefined : ''}
        data-first={title === '' ? '' : undefined}
        dir="auto"
      >
        {show(expanded ? text : text.slice(0, clampedAtMost))}
      </p>
      {foldable || foot !== undefined ? (
        <div className={styles.last} data-open={expanded ? '' : undefined}>
          <div className={styles.foot}>{foot}</div>
          {foldable && (
            <IconButton
              icon="down"
              label={expanded ? collapseLabel : expandLabel}
              className={styles.fold}
              aria-expanded={expanded}
              id={`${id}-fold`}
              aria-labelledby={`${id}-fold ${id} ${id}-date`}
              onClick={() => {
                rememberHeight();
                onToggle();
              }}
            />
          )}
        </div>
      ) : null}
    </article>
  );
}

function isCut(element: HTMLElement | null): boolean {
  return element !== null && element.scrollHeight > element.clientHeight + 1;
}

/**
 * Animates the height when `expanded` changes.
 * @returns a function to call just before that change: a list of cards must not be measured at each render
 */
function useUnfolding(body: { readonly current: HTMLElement | null }, expanded: boolean): () => void {
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = body.current;
    const from = before.current;
    before.current = null;
    if (!element || from === null || prefersReducedMotion()) return;
    element.animate(
      { height: [`${from}px`, `${element.offsetHeight}px`] },
      { duration: unfoldMs, easing: 'cubic-bezier(.5, 0, .2, 1)' },
    );
  }, [body, expanded]);
  return () => {
    before.current = body.current?.offsetHeight ?? null;
  };
}
