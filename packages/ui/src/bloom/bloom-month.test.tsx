import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BloomMonth, type DayBloom } from './bloom-month.tsx';

const none = () => undefined;

function markup(bloomOn: (day: string) => DayBloom | null, month = '2026-11'): string {
  return renderToStaticMarkup(
    <BloomMonth
      month={month}
      title={month}
      weekdays={['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim']}
      today="2026-11-20"
      last="2026-11-20"
      bloomSize={40}
      chosen={[]}
      bloomOn={bloomOn}
      dayLabel={(day) => `name of ${day}`}
      previousLabel="previous"
      nextLabel="next"
      onMonth={none}
      onDay={none}
    />,
  );
}

test('leads to the days of the month up to the last one, and shows no others', () => {
  const month = markup(() => null);
  const named = [...month.matchAll(/aria-label="name of (\d{4}-\d\d-\d\d)"/g)].map(([, day]) => day);
  expect(named).toHaveLength(20);
  expect(named[0]).toBe('2026-11-01');
  expect(month.match(/tabindex="0"/g)).toHaveLength(1);
  expect(month).toContain('>30</span>');
  expect(month.match(/role="gridcell"/g)).toHaveLength(42);
});

test('goes no further than the month of the last day', () => {
  expect(markup(() => null)).toMatch(/aria-label="next" aria-disabled="true"/);
  expect(markup(() => null, '2026-10')).not.toContain('aria-disabled');
});

test('a day has a bloom with its figure, or a dot, and a day to come has neither', () => {
  const month = markup((day) => (day === '2026-11-18' ? { answers: [4, 6, 9, 8, 5, 7, 9], mark: '9+' } : null));
  expect(month.match(/<svg[^>]*viewBox="-156/g)).toHaveLength(1);
  // Drawn, not written: the text of the button is the day alone.
  expect(month.match(/data-count="9\+"/g)).toHaveLength(1);
  expect(month).not.toContain('>9+<');
  expect(month.match(/class="[^"]*dot[^"]*"/g)).toHaveLength(19);
});
