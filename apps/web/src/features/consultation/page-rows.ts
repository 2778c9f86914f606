import { answerMax, answerMin } from '@nuances/domain/scan/scoring';
import { glyphPath } from '@nuances/ui/glyph';
import type { AxisRow } from './page-content.ts';
import type { Mark, Part } from './page-parts.ts';

/** Left edges of the columns, px. */
export const columns = { axis: 60, strip: 220, mean: 412, usual: 474, trend: 534, sides: 667, end: 734 } as const;
/** Height of a row, px. */
export const rowHeight = 59;

const middle = (answerMin + answerMax) / 2;
const share = (value: number) => (value - answerMin) / (answerMax - answerMin);

export type TextStyle = Pick<Extract<Mark, { kind: 'text' }>, 'size' | 'face' | 'tone'>;
const cell: TextStyle = { size: 16, face: 'text', tone: 'ink' };

export const text = (style: TextStyle, x: number, y: number, words: string): Mark => ({
  kind: 'text',
  ...style,
  x,
  y,
  text: words,
});

/** Lines as SVG path data in px of the sheet. */
export const stroke = (
  d: string,
  width: number,
  tone: 'ink' | 'soft' | 'rule',
  dash?: readonly [number, number],
): Mark => ({
  kind: 'path',
  d,
  x: 0,
  y: 0,
  scale: 1,
  stroke: width,
  tone,
  ...(dash ? { dash } : {}),
});

const strip = { from: columns.strip + 5, width: 175 } as const;

/** A scale from 1 to 10: a bar for the usual range, a hollow disc for the mean, a tick at the middle. */
function stripMarks({ usual, mean }: AxisRow, y: number): readonly Mark[] {
  const at = (value: number) => round(strip.from + share(value) * strip.width);
  const values = Array.from({ length: answerMax - answerMin + 1 }, (_, index) => answerMin + index);
  const ticks = values.map((value) => `M${at(value)} ${y - 2.5}v5`).join('');
  // Minimum width, so that a range of equal answers is visible.
  const least = 6;
  const [low, high] = [at(usual.low), at(usual.high)];
  const width = Math.max(high - low, least);
  return [
    stroke(`M${at(answerMin)} ${y}H${at(answerMax)}${ticks}`, 1, 'rule'),
    stroke(`M${at(middle)} ${y - 8.5}v17`, 1, 'soft'),
    { kind: 'rect', x: round((low + high - width) / 2), y: y - 3.5, width: round(width), height: 7, tone: 'soft' },
    { kind: 'disc', x: at(mean), y, radius: 6.5, fill: 'paper', edge: 2 },
  ];
}

const trendBox = { width: 110, height: 26 } as const;

/** The means of weeks or months on a scale from 1 to 10, with a gap for a missing one and a dot for an isolated one. */
function trendMarks({ trend }: AxisRow, top: number): readonly Mark[] {
  const x = (index: number) =>
    round(columns.trend + (trend.length < 2 ? 0.5 : index / (trend.length - 1)) * trendBox.width);
  const y = (value: number) => round(top + (1 - share(value)) * trendBox.height);
  const paths: string[] = [];
  const dots: Mark[] = [];
  let run: string[] = [];
  for (const [index, mean] of [...trend, null].entries()) {
    if (mean !== null) {
      run.push(`${x(index)} ${y(mean)}`);
      continue;
    }
    const [only] = run;
    if (run.length > 1) paths.push(`M${run.join('L')}`);
    else if (only !== undefined) {
      const [dotX = 0, dotY = 0] = only.split(' ').map(Number);
      dots.push({ kind: 'disc', x: dotX, y: dotY, radius: 1.8, fill: 'ink', edge: 0 });
    }
    run = [];
  }
  return [
    stroke(`M${columns.trend} ${y(middle)}h${trendBox.width}`, 1, 'rule', [1, 4]),
    ...(paths.length > 0 ? [stroke(paths.join(''), 1.8, 'ink')] : []),
    ...dots,
  ];
}

/** Widths of a strip and of a line, px. */
const figureWidths = { strip: 190, trend: 110 };

/** One axis: glyph, both poles, strip, mean, usual range, line, sides. */
export function rowPart(row: AxisRow, top: number): Part {
  const line = top + 34;
  const glyph: Part = {
    role: 'Artifact',
    marks: [
      {
        kind: 'path',
        d: glyphPath(row.axis),
        x: columns.axis + 1,
        y: top + 19,
        scale: 22 / 24,
        stroke: 1.9,
        tone: 'ink',
      },
    ],
  };
  const td = (x: number, words: string): Part => ({ role: 'TD', marks: [text(cell, x, line, words)] });
  const figure = (column: 'strip' | 'trend', alt: string, marks: readonly Mark[]): Part => {
    const left = columns[column];
    const box = { left, top: top + 12, right: left + figureWidths[column], bottom: top + 44 };
    return { role: 'TD', parts: [{ role: 'Figure', alt, box, marks }] };
  };
  return {
    role: 'TR',
    parts: [
      {
        role: 'TH',
        scope: 'Row',
        marks: [
          text(cell, columns.axis + 34, top + 25, row.left),
          text({ ...cell, face: 'strong' }, columns.axis + 34, top + 45, row.right),
        ],
      },
      glyph,
      figure('strip', row.stripAlt, stripMarks(row, top + 28)),
      td(columns.mean, row.meanText),
      td(columns.usual, row.usualText),
      figure('trend', row.trendAlt, trendMarks(row, top + 15)),
      td(columns.sides, row.sidesText),
    ],
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
