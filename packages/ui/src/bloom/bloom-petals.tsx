import { classNames } from '../class-names.ts';
import { GlyphPath } from '../glyph.tsx';
import { type Hue, hues, petalAngle } from '../hues.ts';
import { type Answer, petal, petalRadius } from './petal.ts';
import styles from './bloom.module.css';

/** Side of the drawing in bloom units; a full answer reaches 150 from the centre. */
const boxSize = 312;

export interface DrawingProps {
  /** Width and height, px. Without it, `className` sizes the bloom. */
  size?: number | undefined;
  /** Expected width in px without `size`: decides gap, strokes and glyphs. 400 without it. */
  drawnAt?: number | undefined;
  /** Radius of the hole, in bloom units: home 44, quiz 43, result 62, statistics 60 or 58, history 58, tiny 30. */
  innerRadius: number;
  /** Draws each axis' glyph on its petal; never below 200 px. */
  glyphs?: boolean | undefined;
  /** Place of the glyph between the hole (0) and radius 100 (1): home .62, quiz .50, result .52, statistics .54. */
  glyphPosition?: number | undefined;
  /** Side of the glyph's square in bloom units, 21 to 27: home and statistics 22, result 24, quiz 24 to 26. */
  glyphSize?: number | undefined;
}

/** Values that all petals of one bloom share. */
interface Drawing {
  readonly id: string;
  /** Below 64 px: no strokes, and wider gaps. */
  readonly tiny: boolean;
  /** Side of a glyph and its distance from the centre, in bloom units; null without glyphs. */
  readonly glyph: { readonly size: number; readonly radius: number } | null;
  /** The path of a petal that reaches as far as `radius`, in bloom units. */
  readonly outline: (radius: number, index: number) => string;
}

/** @param id prefix of the gradients' ids */
export function drawingOf(id: string, props: DrawingProps): Drawing {
  const {
    drawnAt = 400,
    size: pixels = drawnAt,
    innerRadius,
    glyphs = false,
    glyphPosition = 0.52,
    glyphSize = 24,
  } = props;
  const tiny = pixels < 64;
  const gap = tiny ? ((pixels < 30 ? 1 : 1.5) * boxSize) / pixels : 4;
  const radius = innerRadius + (100 - innerRadius) * glyphPosition;
  return {
    id,
    tiny,
    glyph: glyphs && pixels >= 200 ? { size: glyphSize, radius } : null,
    outline: (reach, index) => petal(petalAngle(index), innerRadius, reach, gap, tiny ? 2 : 5, tiny ? 0.16 : 0.215),
  };
}

/** The seven fills of the petals. */
export function Gradients({ id }: { id: string }) {
  return (
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
  );
}

interface PetalProps {
  readonly hue: Hue;
  readonly index: number;
  readonly answer: Answer;
  readonly drawing: Drawing;
  /** Draws the edge of an empty petal without gaps. */
  readonly solid?: boolean | undefined;
  /** Whether no element around it has its hue. */
  readonly alone?: boolean | undefined;
}

/** One petal with its glyph. */
export function Petal({
  hue,
  index,
  answer,
  drawing: { id, glyph, outline },
  solid = false,
  alone = false,
}: PetalProps) {
  const angle = petalAngle(index);
  const empty = answer === null;
  return (
    <>
      <path
        className={classNames(empty ? styles.empty : styles.petal, solid && styles.solid)}
        data-petal={alone ? undefined : index}
        data-hue={alone ? hue : undefined}
        d={outline(petalRadius(answer), index)}
        fill={empty ? undefined : `url(#${id}-${hue})`}
      />
      {glyph && (
        <GlyphPath
          className={empty ? styles.glyphEmpty : styles.glyph}
          hue={hue}
          size={glyph.size}
          x={glyph.radius * Math.sin(angle)}
          y={-glyph.radius * Math.cos(angle)}
        />
      )}
    </>
  );
}

interface OutlineProps {
  readonly index: number;
  readonly ring: string | undefined;
  readonly answers: readonly Answer[];
  readonly drawing: Drawing;
}

/** A copy of one petal above all others, with an outline. */
export function Outline({ index, ring, answers, drawing }: OutlineProps) {
  const hue = hues[index];
  if (hue === undefined) return null;
  const answer = answers[index] ?? null;
  const d = drawing.outline(petalRadius(answer), index);
  return (
    <g aria-hidden="true" className={styles.overlay} data-hue={hue}>
      <path className={ring} data-petal={index} d={d} />
      <path className={styles.moat} data-petal={index} d={d} />
      <Petal hue={hue} index={index} answer={answer} drawing={drawing} solid />
    </g>
  );
}
