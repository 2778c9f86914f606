import { type ReactNode, useId } from 'react';
import { type DrawingProps, drawingOf, Gradients, Petal } from './bloom-petals.tsx';
import { classNames } from '../class-names.ts';
import { hues } from '../hues.ts';
import styles from './bloom.module.css';

export interface StillBloomProps extends DrawingProps {
  /** Seven answers in data order (red to purple), 1 to 10. */
  answers: readonly number[];
  /** SVG content around the origin, in the hole. */
  centre?: ReactNode;
  /** Id of `Gradients` elsewhere on the page, which many small blooms share. */
  fills?: string | undefined;
  className?: string | undefined;
}

/**
 * A decorative bloom that neither moves nor reacts: the logo, the bloom of Home and those of a month. A first visit
 * needs nothing of the other blooms.
 */
export function StillBloom(props: StillBloomProps) {
  const { answers, size, centre, fills, className } = props;
  const ownFills = useId();
  const drawing = drawingOf(fills ?? ownFills, props);
  return (
    <svg
      className={classNames(styles.bloom, className)}
      width={size}
      height={size}
      viewBox="-156 -156 312 312"
      data-tiny={drawing.tiny ? '' : undefined}
      aria-hidden
    >
      {fills === undefined && <Gradients id={ownFills} />}
      {hues.map((hue, index) => {
        const petal = { hue, index, answer: answers[index] ?? null, drawing };
        return drawing.glyph ? (
          <g key={hue} data-hue={hue}>
            <Petal {...petal} />
          </g>
        ) : (
          <Petal key={hue} {...petal} alone />
        );
      })}
      {centre !== undefined && <g>{centre}</g>}
    </svg>
  );
}
