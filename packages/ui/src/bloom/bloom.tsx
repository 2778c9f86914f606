import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type DrawingProps, drawingOf, Gradients, Outline, Petal } from './bloom-petals.tsx';
import { classNames } from '../class-names.ts';
import { hues, petalAngle } from '../hues.ts';
import { Tooltip } from '../layers/tooltip.tsx';
import type { Answer } from './petal.ts';
import { grow, type Motion, stillSwell, swell } from './petal-motions.ts';
import { useMovingPetals } from './use-moving-petals.ts';
import styles from './bloom.module.css';

/** Where the tooltip of a part touches the bloom, just outside of the largest petal. */
const tooltipRadius = 166;

export interface BloomProps extends DrawingProps {
  /** Seven answers in data order (red to purple), 1 to 10, null when not given; fractions are drawn as they are. */
  answers: readonly Answer[];
  /** The part to outline in ink. */
  current?: number | null | undefined;
  /** Draws the outline of the largest petals behind the answers. */
  ghosts?: boolean | undefined;
  /** SVG content around the origin, in the hole. */
  centre?: ReactNode;
  /** The description of a static bloom, or the name of the group of parts. */
  label?: string | undefined;
  /** Makes every part a button. */
  onPart?: ((index: number) => void) | undefined;
  partLabel?: ((index: number) => string) | undefined;
  /** Short text shown outside a part under pointer or focus. */
  partTooltip?: ((index: number) => string) | undefined;
  /** Hides the bloom from assistive technology, when text beside it has the same content. */
  decorative?: boolean | undefined;
  className?: string | undefined;
  /** Animates the petals in turn instead of showing answers. */
  loading?: boolean | undefined;
  /** Animates changes of the answers: petals grow without it; null where they do not move, or the caller interpolates. */
  motion?: Motion | null | undefined;
  /** Animates the petals from the smallest answer when the bloom appears. */
  enter?: boolean | undefined;
}

/** The ring of seven parts: for answers, results, statistics, small marks and the logo. */
export function Bloom(props: BloomProps) {
  const { size, current = null, ghosts = false, centre, label, onPart, partLabel, partTooltip } = props;
  const { decorative = false, className, loading = false, enter = false } = props;
  const id = useId();
  const box = useRef<SVGSVGElement>(null);
  const answers = loading ? stillSwell : props.answers;
  const motion = loading ? swell : props.motion === undefined ? grow : props.motion;
  const drawing = drawingOf(id, props);
  useMovingPetals({ box, outline: drawing.outline, answers, motion, enter });
  const { active, eventsOf } = useActivePart(box, onPart);

  const part = (index: number) => ({
    role: 'button',
    tabIndex: 0,
    'aria-label': partLabel?.(index),
    className: styles.part,
    ...eventsOf(index),
  });
  const tip = active && partTooltip?.(active.index);
  return (
    <>
      <svg
        ref={box}
        className={classNames(styles.bloom, className)}
        width={size}
        height={size}
        viewBox="-156 -156 312 312"
        data-tiny={drawing.tiny ? '' : undefined}
        {...(decorative ? { 'aria-hidden': true } : { role: onPart ? 'group' : 'img', 'aria-label': label })}
      >
        <Gradients id={id} />
        {ghosts && (
          <g aria-hidden="true" className={styles.ghosts}>
            {hues.map((hue, index) => (
              <path key={hue} d={drawing.outline(150, index)} />
            ))}
          </g>
        )}
        {hues.map((hue, index) => (
          <g key={hue} data-hue={hue} {...(onPart ? part(index) : undefined)}>
            <Petal hue={hue} index={index} answer={answers[index] ?? null} drawing={drawing} />
          </g>
        ))}
        {centre !== undefined && <g>{centre}</g>}
        {current !== null && <Outline index={current} ring={styles.ring} answers={answers} drawing={drawing} />}
        {active && active.index !== current && (
          <Outline
            index={active.index}
            ring={active.by === 'focus' ? styles.ring : styles.hoverRing}
            answers={answers}
            drawing={drawing}
          />
        )}
      </svg>
      {tip && <Tooltip text={tip} place={() => tooltipPlace(box.current, active.index)} />}
    </>
  );
}

interface Active {
  index: number;
  by: 'pointer' | 'focus';
}

/** The part under the pointer, else the focused one, and the handlers that set it. */
function useActivePart(box: RefObject<SVGSVGElement | null>, onPart: BloomProps['onPart']) {
  const [hovered, setHovered] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const hasParts = onPart !== undefined;
  useEffect(() => {
    const svg = box.current;
    if (!svg || !hasParts) return;
    // Native events: React hears nothing of the focus that a closing dialog gives back.
    const follow = ({ type }: FocusEvent) => {
      const parts = [...svg.querySelectorAll(':scope > [role="button"]')];
      const index = parts.findIndex((part) => part.matches(':focus-visible'));
      setFocused(type === 'focusout' || index < 0 ? null : index);
    };
    svg.addEventListener('focusin', follow);
    svg.addEventListener('focusout', follow);
    return () => {
      svg.removeEventListener('focusin', follow);
      svg.removeEventListener('focusout', follow);
    };
  }, [box, hasParts]);
  const eventsOf = (index: number) => ({
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
  });
  return { active: activePart(hovered, focused), eventsOf };
}

function activePart(hovered: number | null, focused: number | null): Active | null {
  if (hovered !== null) return { index: hovered, by: hovered === focused ? 'focus' : 'pointer' };
  return focused === null ? null : { index: focused, by: 'focus' };
}

/** Position of a part's tooltip, client px, with the direction away from the bloom. */
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
