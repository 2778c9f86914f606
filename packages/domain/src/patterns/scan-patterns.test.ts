import { describe, expect, it } from 'vitest';
import { axisIds } from '../axes.ts';
import { itemAt } from '../item-at.ts';
import { dayOf, startOfDay, weekdayOf } from '../local-day.ts';
import { givenOn, patternScans } from './pattern-series.ts';
import { differencesOf, resemblanceOf, type Compared } from './pattern-test.ts';
import { groupSteps, type PatternScan } from './scan-groups.ts';
import { finished, patternSteps, patternTest, sidesOfPattern, usualRanges } from './scan-patterns.ts';
import { seededRandom } from '../seeded-random.ts';

const hour = 3_600_000;
const firstDay = 20_000;

interface Made {
  readonly count: number;
  readonly tags?: (index: number) => string[];
  readonly shift?: (scan: { day: number; index: number; tags: readonly string[] }) => number;
}

/** One scan a day, morning and evening in turn, around 5.5 with a scatter of about one; `shift` moves yellow. */
function scansOf({ count, tags = () => [], shift = () => 0 }: Made, seed = 1): PatternScan[] {
  const random = seededRandom(seed);
  const answer = () => 4 + Math.floor(random() * 2) + Math.floor(random() * 2) + Math.floor(random() * 2);
  return Array.from({ length: count }, (_, index) => {
    const day = firstDay + index;
    const own = tags(index);
    const answers = Array.from({ length: 7 }, answer);
    answers[2] = Math.min(10, Math.max(1, itemAt(answers, 2) + shift({ day, index, tags: own })));
    const at = startOfDay(day) + (random() < 0.5 ? 8 : 20) * hour;
    return { id: `scan-${index}`, at, receivedAt: at, answers, tags: own, kept: [], moment: 'exact' };
  });
}
/** With fewer orders than on the device, for speed. */
const quick = { ...patternTest, orders: 199 };
const differences = (compared: Compared) =>
  finished(differencesOf(compared, finished(resemblanceOf(compared)), quick)).differences;
const report = (scans: readonly PatternScan[], chosen: number[] = []) =>
  finished(patternSteps({ scans, today: dayOf(scans.at(-1)?.at ?? 0), chosen }, quick));
const tagged = (scans: readonly PatternScan[]) =>
  report(scans).patterns.filter(({ grouping }) => grouping.kind === 'tag');

describe('scans that are enough', () => {
  it.each([
    [0, 1, 20, 14],
    [11, 1, 9, 3],
    [20, 1, 0, 0],
    [30, 6, 0, 9],
  ])('PATTERN-1: of %i scans, %i a day, %i scans and %i days are missing', (count, perDay, scans, days) => {
    const close = scansOf({ count }).map((one, index) => ({
      ...one,
      at: startOfDay(firstDay + Math.floor(index / perDay)) + (index % perDay) * hour,
    }));
    expect(report(close).missing).toEqual({ scans, days });
  });

  it('PATTERN-1: only the last twelve months count', () => {
    const scans = scansOf({ count: 500 });
    expect(patternScans(scans).map(({ id }) => id)).toEqual(scans.slice(135).map(({ id }) => id));
    expect(report(scans).count).toBe(365);
    expect(patternScans([])).toEqual([]);
  });
});

describe('what is compared and reported', () => {
  const everyThird = (index: number) => (index % 3 === 0 ? ['Walk'] : []);
  const walks = scansOf({ count: 90, tags: everyThird, shift: ({ tags }) => (tags.length > 0 ? 3 : 0) });

  it('PATTERN-2: a tag and an axis, with the numbers of both sides', () => {
    const [found] = tagged(walks);
    if (!found) throw new Error('the tag is found');
    expect(found).toMatchObject({ grouping: { kind: 'tag', tag: 'Walk' }, axis: 'yellow' });
    const mean = (walk: boolean) => {
      const own = walks.filter(({ tags }) => tags.length > 0 === walk).map(({ answers }) => itemAt(answers, 2));
      return own.reduce((sum, one) => sum + one, 0) / own.length;
    };
    expect([found.inside.count, found.outside.count]).toEqual([30, 60]);
    expect(found.inside.mean).toBeCloseTo(mean(true), 9);
    expect(found.outside.mean).toBeCloseTo(mean(false), 9);
    expect(found.delta).toBeCloseTo(mean(true) - mean(false), 9);
  });

  /** With every second scan some answers are taken over; what was given in these says the opposite. */
  const doubled = (kept: readonly number[]) =>
    walks.flatMap((scan): PatternScan[] => {
      const others = { ...scan, id: `${scan.id}-again`, at: scan.at + hour, kept };
      return [scan, { ...others, answers: scan.answers.with(2, scan.tags.length > 0 ? 1 : 10) }];
    });

  it('PATTERN-1, SCAN-5: a scan with kept answers is left out whole beside as many in which all was given', () => {
    expect(patternScans(doubled([0]))).toEqual(walks);
    expect(report(doubled([0]))).toEqual(report(walks));
  });

  it('PATTERN-1, SCAN-5: of scans with kept answers alone, each axis has a series of what was given', () => {
    // Yellow is given in every second scan, red in none; what was taken over says nothing.
    const scans = walks.map((scan, index) => ({
      ...scan,
      answers: scan.answers
        .with(0, scan.tags.length > 0 ? 1 : 10)
        .with(2, index % 2 === 0 ? itemAt(scan.answers, 2) : 1),
      kept: index % 2 === 0 ? [0] : [0, 2],
    }));
    const found = report(scans);
    expect(found).toMatchObject({ byAxis: true, count: 90, missing: { scans: 0, days: 0 }, visibleFrom: null });
    expect(found.patterns.map(({ axis, grouping }) => `${axis} ${grouping.kind}`)).toEqual(['yellow tag']);
    const [walk] = tagged(scans);
    if (!walk) throw new Error('the tag is found');
    expect([walk.inside.count, walk.outside.count]).toEqual([15, 30]);
    const sides = sidesOfPattern(scans, walk, firstDay + 89);
    expect(sides?.inside.every(({ tags, kept }) => tags.includes('Walk') && !kept.includes(2))).toBe(true);
    expect(sides?.inside.length).toBe(15);
    const [red] = usualRanges((axis) => givenOn(scans, axis));
    expect(red?.axis, 'what was never given has no range').toBe('orange');
    expect(report(scans.map((scan) => ({ ...scan, kept: [0, 1, 2, 3, 4, 5, 6] })))).toMatchObject({
      ...{ count: 0, missing: { scans: 20 }, patterns: [] },
    });
  });

  it('PATTERN-1: scans with kept answers count where more was given in them', () => {
    const later = scansOf({ count: 60 }, 3).map((scan) => ({ ...scan, at: scan.at + 90 * 24 * hour, kept: [0] }));
    expect(patternScans([...walks, ...later])).toEqual(walks);
    expect(patternScans([...walks.slice(40), ...later])).toEqual(later);
  });

  it('PATTERN-2, TIME-4: a scan without an hour is on neither side of an hour, but has its weekday', () => {
    const hourly = scansOf({ count: 120 }).map((scan, index): PatternScan => {
      const isMorning = new Date(scan.at).getHours() < 12;
      const shifted = { ...scan, answers: scan.answers.with(2, isMorning ? 8 : 3) };
      // What only stands for an evening has the answers of mornings.
      const standsFor = startOfDay(dayOf(scan.at)) + 20 * hour;
      return index % 4 === 0
        ? { ...shifted, at: standsFor, answers: scan.answers.with(2, 8), moment: 'part' }
        : shifted;
    });
    const found = report(hourly).patterns.find(({ grouping, axis }) => grouping.kind === 'hour' && axis === 'yellow');
    expect(Math.abs(found?.delta ?? 0)).toBe(5);
    expect((found?.inside.count ?? 0) + (found?.outside.count ?? 0)).toBe(90);
    const groups = finished(groupSteps(hourly, firstDay + 119, []));
    for (const { grouping, without } of groups)
      expect([grouping.kind, without.length]).toEqual([grouping.kind, grouping.kind.endsWith('our') ? 30 : 0]);
  });

  it('PATTERN-2: a tag is compared from its first scan on', () => {
    const late = scansOf({
      count: 120,
      tags: (index) => (index > 59 ? everyThird(index) : []),
      shift: ({ tags }) => (tags.length > 0 ? 3 : 0),
    });
    const [found] = tagged(late);
    if (!found) throw new Error('the tag is found');
    expect([found.inside.count, found.outside.count]).toEqual([20, 40]);
    expect(found.period).toEqual({ from: firstDay + 60, to: firstDay + 119 });
    const sides = sidesOfPattern(late, found, firstDay + 119);
    if (!sides) throw new Error('the groups are found again');
    expect(sides.inside.every(({ tags }) => tags.includes('Walk'))).toBe(true);
    expect(sides.outside.map(({ id }) => id)[0]).toBe('scan-61');
  });

  it('PATTERN-2: a comparison has at least 8 scans on each side; a rarer tag is named with its count', () => {
    const of = (carriers: number) =>
      scansOf({
        count: 90,
        tags: (index) => (index % 10 === 0 && index < carriers * 10 ? ['Walk'] : []),
        shift: ({ tags }) => (tags.length > 0 ? 4 : 0),
      });
    expect(tagged(of(8))).toHaveLength(1);
    expect(report(of(8)).rareTags).toEqual([]);
    expect(tagged(of(7))).toEqual([]);
    expect(report(of(7)).rareTags).toEqual([{ tag: 'Walk', count: 7 }]);
  });

  it('PATTERN-2: weekdays, and two axes that move together', () => {
    const mondays = scansOf({ count: 200, shift: ({ day }) => (weekdayOf(day) === 1 ? -3 : 0) });
    expect(report(mondays).patterns[0]).toMatchObject({ grouping: { kind: 'weekday', weekday: 1 }, axis: 'yellow' });
    const pairs = scansOf({ count: 100 }).map((one) => ({
      ...one,
      answers: one.answers.map((answer, index) => (index === 5 ? itemAt(one.answers, 2) : answer)),
    }));
    expect(report(pairs).patterns).toMatchObject([{ grouping: { kind: 'together', axis: 'yellow' }, axis: 'blue' }]);
  });

  it('PATTERN-2: before and after a chosen day, apart from the others', () => {
    const scans = scansOf({ count: 120, shift: ({ index }) => (index >= 70 ? 3 : 0) });
    const { since, patterns } = report(scans, [firstDay + 3, firstDay + 70]);
    expect(since).toMatchObject([{ grouping: { kind: 'since', day: firstDay + 70 }, axis: 'yellow' }]);
    expect(patterns.every(({ grouping }) => grouping.kind !== 'since')).toBe(true);
    expect(report(scans, [firstDay + 70, firstDay + 96]).since).toEqual([]);
    // 24 scans after it are too few.
    expect(report(scansOf({ count: 94, shift: ({ index }) => (index >= 70 ? 4 : 0) }), [firstDay + 70]).since).toEqual(
      [],
    );
  });

  it('PATTERN-3: a difference below 0.8 is not reported, however sure it is', () => {
    const small = (size: number) =>
      scansOf({
        count: 360,
        tags: (index) => (index % 2 === 0 ? ['Walk'] : []),
        shift: ({ tags }) => tags.length * size,
      });
    expect(tagged(small(2)).length).toBe(1);
    const halved = small(1).map((one, index) =>
      index % 4 === 0 ? { ...one, answers: one.answers.with(2, itemAt(one.answers, 2) - 1) } : one,
    );
    expect(tagged(halved)).toEqual([]);
  });

  it('PATTERN-3: the last two weeks are reported where they leave the usual range', () => {
    const recent = (size: number) => scansOf({ count: 360, shift: ({ index }) => (index >= 346 ? size : 0) });
    const changesFor = (size: number) =>
      report(recent(size)).patterns.filter(({ grouping }) => grouping.kind === 'recent');
    expect(changesFor(4)).toMatchObject([{ grouping: { kind: 'recent', since: firstDay + 346 }, axis: 'yellow' }]);
    expect(changesFor(1)).toEqual([]);
  });

  it('PATTERN-4: at most six, the clearest first, two of axes that move together, nothing said twice', () => {
    const scans = scansOf({ count: 300, tags: (index) => [`a${index % 2}`, `b${index % 5}`] }).map((one, index) => ({
      ...one,
      answers: one.answers.map((answer, axis) =>
        Math.min(10, Math.max(1, answer + (index % 2) * 2 + (index % 5 === axis % 5 ? 3 : 0))),
      ),
    }));
    const { patterns } = report(scans);
    expect(patterns).toHaveLength(6);
    expect(patterns.filter(({ grouping }) => grouping.kind === 'together').length).toBeLessThanOrEqual(2);
    const clearness = patterns
      .filter(({ grouping }) => grouping.kind !== 'together')
      .map(({ delta, low, high }) => Math.abs(delta) / (high - low));
    expect(clearness).toEqual([...clearness].sort((a, b) => b - a));
    const seen = new Set(patterns.map(({ grouping, axis }) => `${axis} ${JSON.stringify(grouping)}`));
    // "a0" is everything that "a1" is not.
    expect([...seen].filter((one) => one.includes('a0')).some((one) => seen.has(one.replace('a0', 'a1')))).toBe(false);
  });

  it('CHANCE-2: the range of every pattern is on one side of zero, around the difference', () => {
    for (const { delta, low, high } of report(walks).patterns) {
      expect(low).toBeLessThan(delta);
      expect(high).toBeGreaterThan(delta);
      expect(Math.sign(low)).toBe(Math.sign(high));
    }
  });

  it('CHANCE-2: more that is compared makes the range wider', () => {
    const many = walks.map((one, index) => ({
      ...one,
      tags: [...one.tags, ...Array.from({ length: 12 }, (_, word) => `${word} ${(index * (word + 7)) % 3}`)],
    }));
    const width = (scans: readonly PatternScan[]) => {
      const one = tagged(scans).find(({ grouping }) => grouping.kind === 'tag' && grouping.tag === 'Walk');
      if (!one) throw new Error('the tag is found');
      return one.high - one.low;
    };
    expect(width(many)).toBeGreaterThan(width(walks));
  });

  /** Half the width of the range around one difference on yellow. */
  const reachOf = (scans: readonly PatternScan[], kind: 'weekday' | 'hour', named: unknown) => {
    const today = dayOf(scans.at(-1)?.at ?? 0);
    const groups = finished(groupSteps(scans, today, [])).filter(({ inside }) => inside.length >= 8);
    const one = differences({ scans, groups }).find(
      ({ groups: { grouping }, axis }) =>
        axis === 'yellow' && grouping.kind === kind && Object.values(grouping).includes(named),
    );
    if (!one) throw new Error('it is compared');
    return one.deviation;
  };

  it('CHANCE-1: three scans with the same answers on each Monday tell no more than one', () => {
    const once = scansOf({ count: 150 });
    const thrice = once.flatMap((one) =>
      weekdayOf(dayOf(one.at)) === 1
        ? [0, 1, 2].map((more) => ({ ...one, id: `${one.id} ${more}`, at: one.at + more * 1_000 }))
        : [one],
    );
    expect(reachOf(thrice, 'weekday', 1) / reachOf(once, 'weekday', 1)).toBeGreaterThan(0.85);
  });

  it('CHANCE-1: six days told in one sitting with the same answers tell no more than one', () => {
    const evening = (index: number) => Math.floor(index / 6) % 3 === 0;
    const made = scansOf({ count: 180 });
    const each = made.map((one, index) => {
      const at = startOfDay(firstDay + index) + (evening(index) ? 20 : 8) * hour;
      return { ...one, at, receivedAt: at, answers: itemAt(made, index - (index % 6)).answers };
    });
    const told = each.map((one, index) => ({ ...one, receivedAt: itemAt(each, index - (index % 6) + 5).at }));
    // One scan of each sitting, at the same place of the week.
    const alone = told.filter((_, index) => index % 6 === 5);
    const reach = reachOf(told, 'hour', 'evening');
    expect(reach / reachOf(each, 'hour', 'evening')).toBeGreaterThan(1.1);
    expect(reach / reachOf(alone, 'hour', 'evening')).toBeGreaterThan(0.85);
  });

  it('CHANCE-2: two axes are compared with the widening for few independent pairs', () => {
    const own = scansOf({ count: 120 });
    const lasting = own.map((one, index) => ({ ...one, answers: itemAt(own, index - (index % 8)).answers }));
    /** How much wider the mean deviation of the pairs is than that of the weekdays and hours. */
    const widening = (scans: readonly PatternScan[]) => {
      const groups = finished(groupSteps(scans, dayOf(scans.at(-1)?.at ?? 0), [])).filter(
        ({ grouping, inside }) => grouping.kind === 'together' || (grouping.kind === 'hour' && inside.length >= 8),
      );
      const scatter = (pairs: boolean) => {
        const found = differences({ scans, groups }).filter(
          ({ groups: { grouping } }) => (grouping.kind === 'together') === pairs,
        );
        const each = found.map(
          ({ deviation, groups: { inside } }) =>
            deviation / Math.sqrt(1 / inside.length + 1 / (scans.length - inside.length)),
        );
        return each.reduce((sum, one) => sum + one, 0) / each.length;
      };
      return scatter(true) / scatter(false);
    };
    expect(widening(own)).toBeGreaterThan(1.02);
    expect(widening(own)).toBeLessThan(1.2);
    expect(widening(lasting)).toBeGreaterThan(2.5);
  });

  it('CHANCE-1: the same scans give the same answer', () => {
    expect(report(walks)).toEqual(report(walks));
  });

  it('RANGE-1: the usual range of every axis', () => {
    expect(usualRanges(() => [])).toEqual([]);
    const ranges = usualRanges(() => walks);
    expect(ranges.map(({ axis, count }) => `${axis} ${count}`)[2]).toBe('yellow 90');
    expect(ranges.every(({ mean, usual }) => mean >= usual.low && mean <= usual.high)).toBe(true);
  });
});

describe('what the scans are too few for', () => {
  const noise = (count: number) => report(scansOf({ count })).visibleFrom;

  it('PATTERN-5: the smallest difference that shows, and the scans for one point', () => {
    const few = noise(25);
    expect(few?.points).toBeGreaterThan(1.2);
    expect(few?.points).toBeLessThan(2.2);
    expect(few?.scans).toBeGreaterThan(30);
    expect(few?.scans).toBeLessThan(80);
    expect(noise(35)?.points).toBeLessThan(few?.points ?? 0);
    expect(noise(Number(few?.scans) * 1.5), 'one point shows').toBeNull();
  });

  it('PATTERN-5: more scans than twelve months hold are not named', () => {
    const rare = scansOf({ count: 25 }).map((one, index) => {
      const at = startOfDay(firstDay + index * 14) + (index % 2) * 10 * hour;
      return { ...one, at, receivedAt: at };
    });
    expect(report(rare).visibleFrom).toMatchObject({ scans: null });
  });

  it('PATTERN-5: scans of one evening hour, without words, have only axes to compare', () => {
    const evenings = scansOf({ count: 40 }).map((one, index) => {
      const at = startOfDay(firstDay + index) + 20 * hour;
      return { ...one, at, receivedAt: at };
    });
    expect(report(evenings).visibleFrom?.points).toBeGreaterThan(1);
    const slow = evenings.map((one, index) => ({
      ...one,
      answers: axisIds.map((_, axis) => ((index + axis) >> 2) % 9),
    }));
    expect(report(slow).visibleFrom?.points ?? 9).toBeLessThanOrEqual(9);
  });

  it('PATTERN-5: nothing without a comparison', () => {
    expect(noise(19)).toBeNull();
    const same = scansOf({ count: 60 }).map((one) => ({ ...one, answers: [5, 5, 5, 5, 5, 5, 5] }));
    expect(report(same).visibleFrom).toBeNull();
  });
});
