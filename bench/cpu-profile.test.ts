import { expect, it } from 'vitest';
import { type CpuProfile, readSourceMap, sourceFinder, summarise } from './cpu-profile.ts';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber, columnNumber: 0 });
const profile: CpuProfile = {
  startTime: 1_000,
  endTime: 1_100,
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 6] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('save', 'file:///srv/apps/api/dist/main.js', 9), children: [4] },
    { id: 4, callFrame: frame('insert', 'file:///srv/node_modules/postgres/src/index.js', 4), children: [5] },
    { id: 5, callFrame: frame('insert', 'file:///srv/node_modules/postgres/src/index.js', 4) },
    { id: 6, callFrame: frame('', 'node:net', 0) },
  ],
  samples: [3, 2, 4, 5, 6, 3],
  timeDeltas: [10, 40, 20, 10, 10, 1_000],
};
const nowhere = () => null;

it('sums self and total time up, without idle time and without what lies outside of the period', () => {
  const { samples, busy, owners, functions } = summarise(profile, 1_000, 1_200, nowhere);
  expect(samples).toBe(5);
  expect(busy).toBeCloseTo(50 / 90);
  expect(owners).toEqual([
    { name: 'postgres', self: 0.6 },
    { name: 'Nuances', self: 0.2 },
    { name: 'Node', self: 0.2 },
  ]);
  expect(functions).toEqual([
    // It called itself, which counts once.
    { name: 'insert', place: 'node_modules/postgres/src/index.js:5', self: 0.6, total: 0.6 },
    { name: 'save', place: 'apps/api/dist/main.js:10', self: 0.2, total: 0.8 },
    { name: '(anonymous)', place: 'node:net:1', self: 0.2, total: 0.2 },
  ]);
});

it('names the source of bundled code', () => {
  const map = { version: 3, file: 'main.js', names: [], sources: ['../src/results/queries.ts'], sourcesContent: [''] };
  // Line 10 of the bundle is line 3 of the source.
  const payload = { ...map, mappings: ';;;;;;;;;AAEA', sourceRoot: '' };
  const find = sourceFinder((url) => (url.endsWith('dist/main.js') ? readSourceMap(JSON.stringify(payload)) : null));
  const { functions } = summarise(profile, 1_000, 1_200, find);
  expect(functions.find(({ name }) => name === 'save')?.place).toBe('apps/api/src/results/queries.ts:3');
});

it('says nothing of a period without samples', () => {
  expect(summarise(profile, 5_000, 6_000, nowhere)).toEqual({ samples: 0, busy: 0, owners: [], functions: [] });
});
