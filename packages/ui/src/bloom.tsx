import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { GlyphPath } from './glyph.tsx';
import { hues, petalAngle } from './hues.ts';
import { petal, petalRadius } from './petal.ts';
import { Tooltip } from './tooltip.tsx';
import { type Answer, useGrownAnswers } from './use-grown-answers.ts';
import { useSwellingAnswers } from './use-swelling-answers.ts';
import styles from './bloom.module.css';

/** Side of the drawing in bloom units; a full answer reaches 150 from the centre. */
const boxSize = 312;
/** Where a part's tooltip touches the bloom, just outside the largest petal. */
const tooltipRadius = 166;

export interface BloomProps {
  /** Seven answers in data order (red to purple), 1 to 10, null when not given; fractions are drawn as they are. */
  answers: readonly Answer[];
  /** Width and height: px as a number, or a CSS length. Without it, `className` sizes the bloom. */
  size?: number | string | undefined;
  /** Expected width in px where `size` is not a number: decides gap, strokes and glyphs. 400 without it. */
  drawnAt?: number | undefined;
  /** Radius of the hole, in bloom units: home 44, quiz 43, result 62, statistics 60 or 58, history 58, tiny 30. */
  innerRadius: number;
  /** The part to outline in ink. */
  current?: number | null | undefined;
  /** Draws the room left to grow behind the petals. */
  ghosts?: boolean | undefined;
  /** Draws each axis' glyph on its petal; never below 200 px. */
  glyphs?: boolean | undefined;
  /** Place of the glyph between the hole (0) and radius 100 (1): home .62, quiz .50, result .52, statistics .54. */
  glyphPosition?: number | undefined;
  /** Side of the glyph's square in bloom units, 21 to 27: home and statistics 22, result 24, quiz 24 to 26. */
  glyphSize?: number | undefined;
  /** SVG content drawn around the origin, in the hole. */
  centre?: ReactNode;
  /** The sentence a static bloom says, or the name of the group of parts. */
  label?: string | undefined;
  /** Makes every part a button. */
  onPart?: ((index: number) => void) | undefined;
  partLabel?: ((index: number) => string) | undefined;
  /** Short text shown outside a part under pointer or focus. */
  partTooltip?: ((index: number) => string) | undefined;
  /** Hides the bloom from assistive technology, where its content is said beside it. */
  decorative?: boolean | undefined;
  className?: string | undefined;
  /** Lets the petals swell in turn instead of showing answers. */
  loading?: boolean | undefined;
  /** Animates changed answers; switch off where the caller interpolates itself. On by default. */
  grow?: boolean | undefined;
  ref?: Ref<SVGSVGElement> | undefined;
}

interface Active {
  index: number;
  by: 'pointer' | 'focus';
}

/** The seven-part ring: meter, result, statistic, bullet and logo of the product. */
export function Bloom({
  answers,
  size,
  drawnAt,
  innerRadius,
  current = null,
  ghosts = false,
  glyphs = false,
  glyphPosition = 0.52,
  glyphSize = 24,
  centre,
  label,
  onPart,
  partLabel,
  partTooltip,
  decorative = false,
  className,
  loading = false,
  grow = true,
  ref,
}: BloomProps) {
  const id = useId();
  const box = useRef<SVGSVGElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const grown = useGrownAnswers(answers, grow && !loading);
  const swelling = useSwellingAnswers(loading);
  const shown = loading ? swelling : grown;

  const pixels = typeof size === 'number' ? size : (drawnAt ?? 400);
  const tiny = pixels < 64;
  const gap = tiny ? ((pixels < 30 ? 1 : 1.5) * boxSize) / pixels : 4;
  const outline = (radius: number, index: number) =>
    petal(petalAngle(index), innerRadius, radius, gap, tiny ? 2 : 5, tiny ? 0.16 : 0.215);
  const withGlyphs = glyphs && pixels >= 200;
  const glyphRadius = innerRadius + (100 - innerRadius) * glyphPosition;
  const interactive = onPart !== undefined;
  const active = activePart(hovered, focused);

  // Lengths with functions are not SVG attributes; they go in through the CSSOM, which a strict CSP allows.
  const cssLength = typeof size === 'string' && size.includes('(') ? size : undefined;
  useLayoutEffect(() => {
    if (!box.current || cssLength === undefined) return;
    box.current.style.width = cssLength;
    box.current.style.height = cssLength;
  }, [cssLength]);

  const face = (index: number, solid = false) => {
    const hue = hues[index];
    if (hue === undefined) return null;
    const answer = shown[index] ?? null;
    const angle = petalAngle(index);
    return (
      <>
        <path
          className={classNames(answer === null ? styles.empty : styles.petal, solid && styles.solid)}
          d={outline(petalRadius(answer), index)}
          fill={answer === null ? undefined : `url(#${id}-${hue})`}
        />
        {withGlyphs && (
          <GlyphPath
            className={answer === null ? styles.glyphEmpty : styles.glyph}
            hue={hue}
            size={glyphSize}
            x={glyphRadius * Math.sin(angle)}
            y={-glyphRadius * Math.cos(angle)}
          />
        )}
      </>
    );
  };

  const outlined = (index: number, ring: string | undefined) => {
    const d = outline(petalRadius(shown[index] ?? null), index);
    return (
      <g aria-hidden="true" className={styles.overlay} data-hue={hues[index]}>
        <path className={ring} d={d} />
        <path className={styles.moat} d={d} />
        {face(index, true)}
      </g>
    );
  };

  const part = (index: number) => ({
    role: 'button',
    tabIndex: 0,
    'aria-label': partLabel?.(index),
    className: styles.part,
    onClick: () => onPart?.(index),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        setHovered(null);
        return;
      }
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      if (!event.repeat) onPart?.(index);
    },
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') setHovered(index);
    },
    onPointerLeave: () => setHovered(null),
    onFocus: (event: { currentTarget: Element }) => {
      if (event.currentTarget.matches(':focus-visible')) setFocused(index);
    },
    onBlur: () => setFocused(null),
  });

  const role = interactive ? 'group' : 'img';
  const tip = active && partTooltip?.(active.index);
  return (
    <>
      <svg
        ref={(node) => {
          box.current = node;
          if (typeof ref === 'function') ref(node);
          else if (ref) ref.current = node;
        }}
        className={classNames(styles.bloom, className)}
        width={cssLength === undefined ? size : undefined}
        height={cssLength === undefined ? size : undefined}
        viewBox="-156 -156 312 312"
        data-tiny={tiny ? '' : undefined}
        {...(decorative ? { 'aria-hidden': true } : { role, 'aria-label': label })}
      >
        <defs>
          {hues.map((hue) => (
            <radialGradient
              key={hue}
              id={`${id}-${hue}`}
              data-hue={hue}
              gradientUnits="userSpaceOnUse"
              cx="0"
              cy="0"
              r="150"
            >
              <stop className={styles.stopIn} offset="0.26" />
              <stop className={styles.stopOut} offset="0.72" />
            </radialGradient>
          ))}
        </defs>
        {ghosts && (
          <g aria-hidden="true" className={styles.ghosts}>
            {hues.map((hue, index) => (
              <path key={hue} d={outline(150, index)} />
            ))}
          </g>
        )}
        {hues.map((hue, index) => (
          <g key={hue} data-hue={hue} {...(interactive ? part(index) : undefined)}>
            {face(index)}
          </g>
        ))}
        {centre !== undefined && <g>{centre}</g>}
        {current !== null && outlined(current, styles.ring)}
        {active &&
          active.index !== current &&
          outlined(active.index, active.by === 'focus' ? styles.ring : styles.hoverRing)}
      </svg>
      {tip && <Tooltip text={tip} place={() => tooltipPlace(box.current, active.index)} />}
    </>
  );
}

function activePart(hovered: number | null, focused: number | null): Active | null {
  if (hovered !== null) return { index: hovered, by: hovered === focused ? 'focus' : 'pointer' };
  return focused === null ? null : { index: focused, by: 'focus' };
}

/** Where the tooltip of a part goes, in client px, with the direction away from the bloom. */
function tooltipPlace(box: SVGSVGElement | null, index: number) {
  const matrix = box?.getScreenCTM();
  if (!matrix) return null;
  const angle = petalAngle(index);
  const awayX = Math.sin(angle);
  const awayY = -Math.cos(angle);
  return {
    x: matrix.a * tooltipRadius * awayX + matrix.e,
    y: matrix.d * tooltipRadius * awayY + matrix.f,
    awayX,
    awayY,
  };
}
