/** `--ease-out` of the tokens for animations by script: time and progress, both from 0 to 1. */
export const easeOut = cubicBezier(0.2, 0.7, 0.2, 1);

/** `--ease-in-out` of the tokens. */
export const easeInOut = cubicBezier(0.5, 0, 0.2, 1);

/** The curve of CSS with its two control points, solved for y. */
function cubicBezier(x1: number, y1: number, x2: number, y2: number) {
  return (x: number): number => {
    let t = x;
    for (let round = 0; round < 8; round += 1) {
      const error = bezier(t, x1, x2) - x;
      const slope = 3 * (1 - t) ** 2 * x1 + 6 * (1 - t) * t * (x2 - x1) + 3 * t ** 2 * (1 - x2);
      t -= error / Math.max(slope, 1e-4);
    }
    return bezier(t, y1, y2);
  };
}

function bezier(t: number, first: number, second: number): number {
  return 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t ** 2 * second + t ** 3;
}
