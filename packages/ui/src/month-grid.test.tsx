import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { NoteHue } from './hues.ts';
import { MonthGrid } from './month-grid.tsx';

const none = () => undefined;

function markup(huesOn: (day: string) => readonly NoteHue[], chosen: readonly string[] = []): string {
  return renderToStaticMarkup(
    <MonthGrid
      month="2026-11"
      title="novembre 2026"
      weekdays={['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim']}
      today="2026-11-20"
      chosen={chosen}
      huesOn={huesOn}
      dayLabel={(day) => `name of ${day}`}
      previousLabel="previous"
      nextLabel="next"
      onMonth={none}
      onDay={none}
    />,
  );
}

test('is one tab stop with 42 named days', () => {
  const month = markup(() => []);
  expect(month.match(/aria-label="name of \d{4}-\d\d-\d\d"/g)).toHaveLength(42);
  expect(month.match(/data-day="[^"]*"[^>]*tabindex="0"/g)).toEqual([expect.stringContaining('2026-11-20')]);
  expect(month.match(/aria-current="date"/g)).toHaveLength(1);
});

test('puts each dot at its angle, and the dot of no axis at the free place below', () => {
  const dots = markup((day) => (day === '2026-11-15' ? ['red', 'yellow', 'other'] : []));
  const places = [...dots.matchAll(/data-hue="(\w+)" cx="([^"]+)" cy="([^"]+)"/g)].map(([, hue, x, y]) => ({
    hue,
    x: Math.trunc(Number(x)),
    y: Math.trunc(Number(y)),
  }));
  expect(places).toEqual([
    { hue: 'red', x: 0, y: -18 },
    { hue: 'yellow', x: -18, y: 4 },
    { hue: 'other', x: 0, y: 18 },
  ]);
});

test('marks the chosen days', () => {
  expect(markup(() => []).match(/aria-selected="true"/g)).toBeNull();
  const ringed = markup(() => [], ['2026-11-03', '2026-11-09']);
  expect(ringed.match(/aria-selected="true"/g)).toHaveLength(2);
  expect(ringed.match(/<circle/g)).toHaveLength(2);
});
