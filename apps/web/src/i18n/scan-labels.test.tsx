import { axisIds, categoryOfAxis } from '@nuances/domain/axes';
import { reflectionOf } from '@nuances/domain/reflections';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { Bloom } from '@nuances/ui/bloom';
import { hues, petalAngle } from '@nuances/ui/hues';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { answerName, nearPole } from './scan-labels.ts';

loadAllLocales();

const answers = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 });
const locale = fc.constantFrom('en' as const, 'fr' as const);

/** The parts of the drawing, in document order: hue and accessible name. */
function partsOf(markup: string): { hue: string; name: string }[] {
  return [...markup.matchAll(/<g[^>]*role="button"[^>]*>/g)].map(([tag]) => ({
    hue: /data-hue="([^"]+)"/.exec(tag)?.[1] ?? '',
    name: /aria-label="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&#x27;', "'") ?? '',
  }));
}

describe('AXIS: colour, name, answer and category of a part belong to one axis', () => {
  it('in drawing, names, reflection and note category, for every answer and language', () => {
    fc.assert(
      fc.property(answers, locale, (values, language) => {
        const LL = i18nObject(language);
        const markup = renderToStaticMarkup(
          <Bloom
            answers={values}
            innerRadius={62}
            label="ring"
            onPart={() => undefined}
            partLabel={(index) => `${nearPole(LL, axisIds[index] ?? 'red', values[index] ?? 1)} ${values[index]}`}
          />,
        );
        const parts = partsOf(markup);
        expect(parts).toHaveLength(7);
        for (const [index, axis] of axisIds.entries()) {
          const value = values[index] ?? 1;
          const pole = value >= 6 ? LL.axis[axis].right() : LL.axis[axis].left();
          expect(parts[index]).toEqual({ hue: axis, name: `${pole} ${value}` });
          expect(reflectionOf(index, value)).toMatchObject({
            axis,
            part: index + 1,
            polarity: value >= 6 ? 'positive' : 'negative',
          });
          expect(LL.note.input[categoryOfAxis(axis)]()).toBe(LL.axis[axis].right());
          expect(answerName(LL, axis, value)).toContain(
            value >= 6 ? LL.axis[axis].rightThe() : LL.axis[axis].leftThe(),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('AXIS-2: the hues of the drawing are the axes; clockwise from the top they are purple to orange', () => {
    expect(hues).toEqual(axisIds);
    const clockwise = [...axisIds].sort((a, b) => turn(a) - turn(b));
    expect(clockwise).toEqual(['red', 'purple', 'blue', 'cyan', 'green', 'yellow', 'orange']);
  });
});

/** Clockwise angle from the top, 0 to 2 PI. */
function turn(axis: (typeof axisIds)[number]): number {
  const full = 2 * Math.PI;
  return (petalAngle(axisIds.indexOf(axis)) + full) % full;
}
