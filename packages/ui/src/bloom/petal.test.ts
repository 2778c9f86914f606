import { describe, expect, it, test } from 'vitest';
import { hues, petalAngle } from '../hues.ts';
import { petal, petalRadius } from './petal.ts';

/** The path function exactly as printed in the design brief, section 3; ours is compared with it. */
function briefPetal(theta: number, r0: number, R: number, gap = 4, corner = 5, dome = 0.215) {
  type P2 = [number, number];
  const h = Math.PI / 7;
  const P = (r: number, a: number): P2 => [r * Math.sin(a), -r * Math.cos(a)];
  const side = (r: number) => h - Math.asin(Math.min(1, gap / (2 * r)));
  const rs = R - Math.min((R - r0) * 0.62, R * dome);
  const A = side(rs);
  const tip = A * 0.4;
  const u: P2 = [Math.sin(h), -Math.cos(h)];
  const S = P(rs, A);
  const k = (R - rs) * 0.8;
  const c1: P2 = [S[0] + u[0] * k, S[1] + u[1] * k];
  const T = P(R, tip);
  const m = R * (A - tip) * 0.46;
  const c2: P2 = [T[0] + Math.cos(tip) * m, T[1] + Math.sin(tip) * m];
  const a0 = side(r0);
  const I = P(r0, a0);
  const Ia = P(r0, a0 - corner / r0);
  const Is: P2 = [I[0] + u[0] * corner, I[1] + u[1] * corner];
  const mir = (p: P2): P2 => [-p[0], p[1]];
  const c = Math.cos(theta);
  const s = Math.sin(theta);
  const f = (p: P2) => `${(p[0] * c - p[1] * s).toFixed(2)} ${(p[0] * s + p[1] * c).toFixed(2)}`;
  return (
    `M${f(Ia)}Q${f(I)} ${f(Is)}L${f(S)}C${f(c1)} ${f(c2)} ${f(T)}A${R} ${R} 0 0 0 ${f(mir(T))}` +
    `C${f(mir(c2))} ${f(mir(c1))} ${f(mir(S))}L${f(mir(Is))}Q${f(mir(I))} ${f(mir(Ia))}A${r0} ${r0} 0 0 1 ${f(Ia)}Z`
  );
}

/** All numbers of a path, so that two paths are compared by their drawing. */
function numbers(path: string): number[] {
  return (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}

describe('petalRadius', () => {
  it('RING-1: is 100 at answer 1 and 150 at answer 10', () => {
    expect(petalRadius(1)).toBe(100);
    expect(petalRadius(10)).toBe(150);
  });
  it('RING-1: grows by the same step with every answer', () => {
    for (let answer = 1; answer < 10; answer += 1) {
      expect(petalRadius(answer + 1) - petalRadius(answer)).toBeCloseTo(50 / 9, 9);
    }
  });
  test('keeps an unanswered part at the base radius', () => {
    expect(petalRadius(null)).toBe(100);
  });
});

describe('petal', () => {
  test.each([
    { r0: 44, answer: 8, gap: 4, corner: 5, dome: 0.215 },
    { r0: 62, answer: 1, gap: 4, corner: 5, dome: 0.215 },
    { r0: 58, answer: 10, gap: 4, corner: 5, dome: 0.215 },
    { r0: 30, answer: 5.4, gap: 19.5, corner: 2, dome: 0.16 },
  ])('draws the outline of the brief: %o', ({ r0, answer, gap, corner, dome }) => {
    hues.forEach((_, index) => {
      const radius = petalRadius(answer);
      const ours = petal(petalAngle(index), r0, radius, gap, corner, dome);
      const brief = briefPetal(petalAngle(index), r0, radius, gap, corner, dome);
      const drawn = numbers(ours);
      const wanted = numbers(brief);
      expect(drawn).toHaveLength(wanted.length);
      drawn.forEach((value, place) => expect(value).toBeCloseTo(wanted[place] ?? NaN, 1));
    });
  });

  test('leaves the full gap between neighbours', () => {
    // Half the gap on each side: with a wider gap the petal is narrower.
    const widest = (path: string) => Math.max(...numbers(path.replaceAll(/A\S+ \S+ 0 0 \d/g, '')));
    expect(widest(petal(0, 44, 150, 12))).toBeLessThan(widest(petal(0, 44, 150, 4)));
  });

  test('never exceeds its radius', () => {
    for (let answer = 1; answer <= 10; answer += 1) {
      const path = petal(0, 62, petalRadius(answer));
      const top = Math.min(...[...path.matchAll(/[A-Z ](-\d+\.\d+)/g)].map((found) => Number(found[1])));
      expect(-top).toBeLessThanOrEqual(petalRadius(answer) * 1.02);
    }
  });
});
