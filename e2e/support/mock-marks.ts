import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edges, Mark } from './pixels.ts';

const edgeNames = ['left', 'top', 'right', 'bottom'] as const;

function readMark(row: string): { readonly mock: string; readonly mark: Mark } {
  const [mock = '', name = '', left, top, right, bottom, colour = '', near = '', ...edges] = row.split('\t');
  const at: Partial<Record<keyof Edges, number>> = {};
  for (const [index, edge] of edgeNames.entries()) if (edges[index]) at[edge] = Number(edges[index]);
  const within = [Number(left), Number(top), Number(right), Number(bottom)] as const;
  return { mock, mark: { name, within, colour, ...(near !== '' && { near: Number(near) }), at } };
}

/**
 * Marks measured in the mocks of the design brief, by the name of the mock. `mock-marks.tsv` has one per line: the
 * rectangle to search, the colour, the tolerance, and the edges of the result, all in px. They are ink boxes, so that
 * fonts and line heights count too. The second brief puts the hint of a result below its ring and gives the banner two
 * buttons and a second line, the history a choice of view, and the notes' calendar a line for chips, which the phone's
 * mocks do not have: elements below them are marked lower than in the mock. It also puts Today above the entries of the
 * side bar.
 */
export function mockMarks(): ReadonlyMap<string, readonly Mark[]> {
  const [, ...rows] = readFileSync(join(import.meta.dirname, 'mock-marks.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const all = new Map<string, Mark[]>();
  for (const { mock, mark } of rows.map(readMark)) all.set(mock, [...(all.get(mock) ?? []), mark]);
  return all;
}
