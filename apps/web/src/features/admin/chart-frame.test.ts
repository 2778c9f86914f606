import { usageWeeks } from '@nuances/domain/usage/statistics';
import { describe, expect, test } from 'vitest';
import { frameOf, middleOf, nearestRow } from './chart-frame.ts';
import { panels, trends, type ChartPlan } from './metrics.ts';

const now = new Date(2026, 10, 20);
const allCharts = panels.flatMap(({ charts }) => charts);

function chart(kind: ChartPlan['kind']): ChartPlan {
  const found = allCharts.find((one) => one.kind === kind);
  if (!found) throw new Error(`there is no chart of kind ${kind}`);
  return found;
}

/** `count` weeks with the same values; the last one begins on Monday 16 November 2026. */
function weeks(count: number, figure: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    weekStart: new Date(Date.UTC(2026, 10, 16) - (count - 1 - index) * 7 * 86_400_000).toISOString(),
    nbSignups: index === 0 ? figure : 0,
    nbActive: figure,
    nbLanding: figure,
    nbSessions: figure,
    avgSessionDuration: 60,
    nbQuizStarted: figure,
    nbQuizCompleted: figure / 2,
    avgQuizDuration: 60,
    nbNotesCreated: figure,
    nbNotesUpdated: figure,
    nbNotesOpened: figure,
    nbStatsOpened: figure,
    nbHistoryOpened: figure,
    isPartial: false,
  }));
  return usageWeeks(rows, rows);
}

describe('frameOf', () => {
  test('stacked bars need room for their sum, others for the highest', () => {
    expect(frameOf(chart('stacked'), weeks(8, 100), now, 540, 'fr').top).toBe(100);
    expect(frameOf(chart('grouped'), weeks(8, 100), now, 540, 'fr').top).toBe(100);
    expect(frameOf(chart('stacked'), weeks(8, 202), now, 540, 'fr').top).toBe(240);
  });

  test('names every second of eight weeks, as the desk has it', () => {
    const { labels, roomy } = frameOf(chart('area'), weeks(8, 100), now, 540, 'fr');
    expect(labels).toEqual(['2026-09-28', '2026-10-12', '2026-10-26', '2026-11-09']);
    expect(roomy).toBe(true);
  });

  test('200 weeks leave no room for points and few names', () => {
    const { labels, roomy } = frameOf(chart('area'), weeks(200, 100), now, 540, 'fr');
    expect(labels.length).toBeLessThanOrEqual(5);
    expect(roomy).toBe(false);
  });

  test('long figures get the room they need', () => {
    const short = frameOf(chart('area'), weeks(8, 800), now, 540, 'fr');
    const long = frameOf(chart('area'), weeks(8, 4_000), now, 540, 'fr');
    expect(short.margin.left).toBe(34);
    expect(long.margin.left).toBeGreaterThan(short.margin.left);
  });

  test('larger letters get room, so that fewer weeks are named', () => {
    const plan = chart('area');
    const [usual, large] = [1, 2].map((letters) => frameOf(plan, weeks(8, 100), now, 540, 'fr', letters));
    expect(large?.margin).toEqual({ ...usual?.margin, top: 16, left: 68, bottom: 48 });
    expect(large?.labels).toEqual(['2026-09-28', '2026-10-26']);
  });

  test.each([0, 34, 200, 320])('a chart %i px wide can be drawn', (width) => {
    for (const plan of allCharts) {
      const frame = frameOf(plan, weeks(1, 0), now, width, 'en');
      expect(frame.labels).toEqual(['2026-11-16']);
      expect(frame.values).toEqual([0, 1, 2, 3, 4]);
    }
  });
});

describe('the plan of the dashboard', () => {
  test('has the heights of the specification', () => {
    for (const { id, charts } of panels)
      for (const { height } of charts) expect(height).toBe(id === 'activity' ? 250 : 200);
  });

  test('draws no two series of a chart in the same style', () => {
    for (const { charts } of panels) {
      for (const { metrics } of charts) {
        const styles = metrics.map(({ style }) => style);
        expect(new Set(styles).size).toBe(styles.length);
      }
    }
  });

  test('draws a line that stands alone without dashes', () => {
    const alone = [...allCharts, ...trends.map(({ chart: plan }) => plan)].filter(
      ({ metrics }) => metrics.length === 1,
    );
    expect(alone).toHaveLength(8);
    for (const { metrics } of alone) expect(metrics.map(({ style }) => style)).toEqual(['solid']);
  });

  test('shows every figure of a week once, and above the panels what the key figures tell', () => {
    const shown = allCharts.flatMap(({ metrics }) => metrics.map(({ id }) => id));
    const { weekStart: _start, isPartial: _partial, ...figures } = weeks(1, 1)[0] ?? {};
    const above = trends.flatMap(({ chart: { metrics } }) => metrics.map(({ id }) => id));
    // Only a part of the text.
    shown.push('quizzesStarted', ...above.filter((id) => !shown.includes(id)));
    expect([...shown].sort()).toEqual(Object.keys(figures).sort());
  });
});

describe('the row under the pointer', () => {
  test.each([null, { padding: 0.42 }])('is the one whose middle is nearest, with bars %o', (bars) => {
    const frame = frameOf(chart('area'), weeks(13, 10), now, 540, 'fr');
    for (let index = 0; index < 13; index += 1) {
      const middle = middleOf(frame, index, 13, bars);
      expect(nearestRow(frame, middle + 3, 13, bars)).toBe(index);
    }
    expect(nearestRow(frame, -40, 13, bars)).toBe(0);
    expect(nearestRow(frame, 900, 13, bars)).toBe(12);
    expect(nearestRow(frame, 200, 1, bars)).toBe(0);
  });
});
