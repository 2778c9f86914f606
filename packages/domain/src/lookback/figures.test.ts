import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisIds, type AxisId } from '../axes.ts';
import { answerOf } from '../scan/scoring.ts';
import { lookFigures, type LookScan } from './figures.ts';

/** Scans an hour apart, all answers given unless others are named. */
function scansOf(...rows: readonly { readonly answers: readonly number[]; readonly given?: readonly AxisId[] }[]) {
  return rows.map(({ answers, given = axisIds }, at): LookScan => ({ id: String(at), at, answers, given }));
}
const withJoy = (joy: number) => ({ answers: [5, 5, joy, 5, 5, 5, 5] });
const most = (scans: readonly LookScan[]) => {
  const found = lookFigures(scans).most;
  return found && [found.axis, found.from.value, found.to.value, found.from.scan.id, found.to.scan.id].join(' ');
};

const anyScan = fc.record({
  answers: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 }),
  given: fc.subarray([...axisIds]),
});
const anyScans = fc.array(anyScan, { maxLength: 12 }).map((rows) => scansOf(...rows));
const valuesOn = (scans: readonly LookScan[], axis: AxisId) =>
  scans.filter(({ given }) => given.includes(axis)).map(({ answers }) => answerOf(answers, axis));
const distanceOn = (scans: readonly LookScan[], axis: AxisId) => {
  const values = valuesOn(scans, axis);
  return values.length < 2 ? null : Math.max(...values) - Math.min(...values);
};

describe('looking back', () => {
  it.each([
    [[3, 4, 8], 'yellow 3 8 0 2'],
    [[3, 8, 5, 3], 'yellow 8 3 1 3'],
    [[8, 3, 8, 5], 'yellow 3 8 1 2'],
    [[3, 3, 8], 'yellow 3 8 1 2'],
    [[5, 9], 'yellow 5 9 0 1'],
    [[8], null],
  ])('LOOK-4: answers %j are told as %s', (values, expected) => {
    expect(most(scansOf(...values.map(withJoy)))).toBe(expected);
  });

  it('LOOK-4: of equal distances the larger one from first to last, then data order', () => {
    const both = (red: number, purple: number) => ({ answers: [red, 5, 5, 5, 5, 5, purple] });
    expect(most(scansOf(both(2, 2), both(6, 6)))).toBe('red 2 6 0 1');
    expect(most(scansOf(both(2, 2), both(6, 4), both(3, 6)))).toBe('purple 2 6 0 2');
  });

  it('LOOK-4: no axis has a larger distance, and the two answers were given in this order', () => {
    fc.assert(
      fc.property(anyScans, (scans) => {
        const { most: found, still } = lookFigures(scans);
        const distances = axisIds.map((axis) => distanceOn(scans, axis) ?? 0);
        if (!found) expect(still || Math.max(...distances) === 0).toBe(true);
        else {
          expect(Math.abs(found.to.value - found.from.value)).toBe(Math.max(...distances));
          expect(found.from.scan.at).toBeLessThan(found.to.scan.at);
          for (const { scan, value } of [found.from, found.to]) {
            expect(answerOf(scan.answers, found.axis)).toBe(value);
            expect(scan.given).toContain(found.axis);
          }
        }
      }),
    );
  });

  it('LOOK-5: no other axis has a smaller distance, and it is never the one that moved most', () => {
    const { most: moved, least } = lookFigures(scansOf(withJoy(3), withJoy(8)));
    expect([moved?.axis, least]).toEqual(['yellow', { axis: 'red', lowest: 5, highest: 5 }]);
    fc.assert(
      fc.property(anyScans, (scans) => {
        const found = lookFigures(scans);
        if (!found.least) return;
        expect(found.least.axis).not.toBe(found.most?.axis);
        const values = valuesOn(scans, found.least.axis);
        expect(values.length).toBeGreaterThan(1);
        expect([found.least.lowest, found.least.highest]).toEqual([Math.min(...values), Math.max(...values)]);
        const others = axisIds.filter((axis) => axis !== found.most?.axis).map((axis) => distanceOn(scans, axis));
        expect(Math.min(...others.filter((distance) => distance !== null))).toBe(
          found.least.highest - found.least.lowest,
        );
      }),
    );
  });

  it('LOOK-6: the last of the widest scans, with the first axes in data order', () => {
    const { widest } = lookFigures(
      scansOf({ answers: [2, 9, 2, 9, 5, 5, 5] }, { answers: [3, 2, 9, 2, 9, 5, 5] }, withJoy(6)),
    );
    expect(widest?.scan.id).toBe('1');
    expect([widest?.low, widest?.high]).toEqual([
      { axis: 'orange', value: 2 },
      { axis: 'yellow', value: 9 },
    ]);
    expect(lookFigures(scansOf({ answers: [5, 5, 5, 5, 5, 5, 5] })).widest).toBeNull();
    fc.assert(
      fc.property(anyScans, (scans) => {
        const found = lookFigures(scans);
        const widths = scans.map(({ answers, given }) => given.map((axis) => answerOf(answers, axis)));
        const largest = Math.max(
          0,
          ...widths.map((values) => (values.length ? Math.max(...values) - Math.min(...values) : 0)),
        );
        if (!found.still) expect(found.widest ? found.widest.high.value - found.widest.low.value : 0).toBe(largest);
      }),
    );
  });

  it('LOOK-3: answers that were taken over change nothing', () => {
    const kept: readonly AxisId[] = ['yellow'];
    const given = axisIds.filter((axis) => axis !== 'yellow');
    expect(most(scansOf(withJoy(2), { ...withJoy(9), given }))).toBeNull();
    expect(lookFigures(scansOf(withJoy(2), { ...withJoy(9), given: kept })).least).toBeNull();
    fc.assert(
      fc.property(anyScans, fc.integer({ min: 1, max: 10 }), (scans, other) => {
        const changed = scans.map((scan) => ({
          ...scan,
          answers: scan.answers.map((answer, index) =>
            scan.given.some((axis) => axisIds[index] === axis) ? answer : other,
          ),
        }));
        const [one, two] = [lookFigures(scans), lookFigures(changed)];
        fc.pre(!one.still && !two.still);
        expect(JSON.stringify({ ...two, most: told(two.most), widest: null })).toBe(
          JSON.stringify({ ...one, most: told(one.most), widest: null }),
        );
        expect([two.widest?.low, two.widest?.high, two.widest?.scan.id]).toEqual([
          one.widest?.low,
          one.widest?.high,
          one.widest?.scan.id,
        ]);
      }),
    );
  });

  it('LOOK-3: the same answers every time have stayed the same, from two scans on', () => {
    const none = { most: null, least: null, widest: null };
    expect(lookFigures(scansOf(withJoy(8), withJoy(8)))).toEqual({ still: true, ...none });
    expect(lookFigures(scansOf(withJoy(8))).still).toBe(false);
    expect(lookFigures([])).toEqual({ still: false, ...none });
  });
});

function told(found: ReturnType<typeof lookFigures>['most']) {
  return found && [found.axis, found.from.value, found.from.scan.id, found.to.value, found.to.scan.id];
}
