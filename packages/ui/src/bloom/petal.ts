/** An answer from 1 to 10, fractional while it moves, or null when not given. */
export type Answer = number | null;

type Point = readonly [x: number, y: number];

/** Radius of an answer of 1, and of a part without an answer, in bloom units. */
const baseRadius = 100;

/** Outer radius of a part: 100 at answer 1, 150 at answer 10; 100 without an answer (SPEC.md RING-1). */
export function petalRadius(answer: Answer): number {
  return answer === null ? baseRadius : baseRadius * (1 + (0.5 / 9) * (answer - 1));
}

/**
 * The outline of one petal as an SVG path around the origin, in bloom units (base radius 100).
 * `theta` is the petal's centre angle from 12 o'clock; `r0` and `R` are its inner and outer radius;
 * `gap` keeps the sides of neighbours parallel; `dome` is how early the sides give way to the crown.
 */
export function petal(theta: number, r0: number, R: number, gap = 4, corner = 5, dome = 0.215): string {
  const half = Math.PI / 7;
  const at = (radius: number, angle: number): Point => [radius * Math.sin(angle), -radius * Math.cos(angle)];
  const side = (radius: number) => half - Math.asin(Math.min(1, gap / (2 * radius)));
  const shoulder = R - Math.min((R - r0) * 0.62, R * dome);
  const shoulderAngle = side(shoulder);
  const crown = shoulderAngle * 0.4;
  const along: Point = [Math.sin(half), -Math.cos(half)];

  const S = at(shoulder, shoulderAngle);
  const pull = (R - shoulder) * 0.8;
  const control1: Point = [S[0] + along[0] * pull, S[1] + along[1] * pull];
  const T = at(R, crown);
  const reach = R * (shoulderAngle - crown) * 0.46;
  const control2: Point = [T[0] + Math.cos(crown) * reach, T[1] + Math.sin(crown) * reach];

  const innerAngle = side(r0);
  const inner = at(r0, innerAngle);
  const innerArc = at(r0, innerAngle - corner / r0);
  const innerSide: Point = [inner[0] + along[0] * corner, inner[1] + along[1] * corner];

  const mirror = (point: Point): Point => [-point[0], point[1]];
  const cos = Math.cos(theta);
  const sin = Math.sin(theta);
  const write = ([x, y]: Point) => `${(x * cos - y * sin).toFixed(2)} ${(x * sin + y * cos).toFixed(2)}`;

  return (
    `M${write(innerArc)}Q${write(inner)} ${write(innerSide)}L${write(S)}` +
    `C${write(control1)} ${write(control2)} ${write(T)}` +
    `A${round(R)} ${round(R)} 0 0 0 ${write(mirror(T))}` +
    `C${write(mirror(control2))} ${write(mirror(control1))} ${write(mirror(S))}` +
    `L${write(mirror(innerSide))}Q${write(mirror(inner))} ${write(mirror(innerArc))}` +
    `A${round(r0)} ${round(r0)} 0 0 1 ${write(innerArc)}Z`
  );
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
