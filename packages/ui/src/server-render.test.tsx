import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import './all-icons.ts';
import { Bloom } from './bloom/bloom.tsx';
import { Button, buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Glyph } from './glyph.tsx';
import { Hills } from './pictures/hills.tsx';
import { hues } from './hues.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { Logo, stillAnswers } from './pictures/logo.tsx';
import { petal, petalRadius } from './bloom/petal.ts';
import { ScaleRadio } from './fields/scale-radio.tsx';
import { SceneImage } from './pictures/scene-image.tsx';
import { Wordmark } from './pictures/wordmark.tsx';

const none = () => undefined;

/** All components that prerendered pages may contain. */
const served: Record<string, ReactElement> = {
  bloom: <Bloom answers={stillAnswers} glyphs innerRadius={44} label="x" size={600} />,
  'bloom sized by a class': <Bloom answers={stillAnswers} className="big" decorative innerRadius={44} />,
  'bloom with an image': (
    <Bloom answers={stillAnswers} centre={<SceneImage index={5} r={56} />} innerRadius={62} label="x" size={300} />
  ),
  'bloom of buttons': (
    <Bloom answers={[1, 2, 3, null, 5, 6, 7]} current={3} ghosts innerRadius={62} label="x" onPart={none} size={300} />
  ),
  'loading bloom': <Bloom answers={[]} decorative innerRadius={52} loading size={150} />,
  wordmark: <Wordmark onClick={none} />,
  logo: <Logo />,
  hills: <Hills height={300} />,
  button: (
    <Button busyLabel="b" disabledReason="r" icon="left" variant="primary">
      Label
    </Button>
  ),
  'icon button': <IconButton icon="menu" label="x" />,
  icon: <Icon name="sun" />,
  glyph: <Glyph hue="other" />,
  'empty state': <EmptyState title="x" />,
  scale: (
    <ScaleRadio
      hue="red"
      legend="x"
      leftPole="a"
      rightPole="b"
      rowLeftLabel="a"
      rowRightLabel="b"
      optionLabel={String}
      value={null}
      onChange={none}
      onPress={none}
    />
  ),
};

describe('prerendered markup', () => {
  test.each(Object.entries(served))('of the %s has no style attribute', (_, element) => {
    expect(renderToStaticMarkup(element)).not.toContain('style=');
  });
});

describe('Bloom', () => {
  test('draws every answer at its radius, in data order', () => {
    const markup = renderToStaticMarkup(served['bloom']);
    const at = stillAnswers.map((answer, index) =>
      markup.indexOf(petal((-index * 2 * Math.PI) / 7, 44, petalRadius(answer))),
    );
    expect(at.every((place) => place > 0)).toBe(true);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  });

  test('is an image with a sentence when it is not interactive', () => {
    const markup = renderToStaticMarkup(served['bloom']);
    expect(markup).toContain('role="img" aria-label="x"');
    expect(markup).not.toContain('tabindex');
  });

  test('is hidden when decorative', () => {
    const markup = renderToStaticMarkup(served['logo']);
    expect(markup).toContain('aria-hidden="true"');
    expect(markup).not.toContain('role=');
  });

  test('offers seven buttons in data order, named by the caller', () => {
    const markup = renderToStaticMarkup(
      <Bloom
        answers={stillAnswers}
        innerRadius={62}
        label="x"
        onPart={none}
        partLabel={(index) => `part ${index}`}
        size={300}
      />,
    );
    const names = [...markup.matchAll(/role="button" tabindex="0" aria-label="([^"]*)"/g)].map((found) => found[1]);
    expect(names).toEqual(hues.map((_, index) => `part ${index}`));
  });

  test('shows no glyph below 200 px', () => {
    const glyphs = (size: number) =>
      renderToStaticMarkup(<Bloom answers={stillAnswers} decorative glyphs innerRadius={58} size={size} />).split(
        'scale(',
      ).length - 1;
    expect(glyphs(199)).toBe(0);
    expect(glyphs(200)).toBe(7);
  });

  test('never shares a gradient with another bloom of the page', () => {
    const markup = renderToString(
      <>
        <Logo />
        <Logo />
      </>,
    );
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);
    expect(ids).toHaveLength(14);
    expect(new Set(ids).size).toBe(14);
    for (const [, used] of markup.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(used);
  });
});

describe('Button', () => {
  test('stays focusable while disabled and says why', () => {
    const markup = renderToStaticMarkup(
      <Button disabledReason="Answer first." variant="primary">
        Next
      </Button>,
    );
    expect(markup).toContain('aria-disabled="true"');
    expect(markup).not.toMatch(/\sdisabled/);
    const id = /aria-describedby="([^"]+)"/.exec(markup)?.[1];
    expect(markup).toContain(`id="${id}" hidden="">Answer first.`);
  });

  test('a busy button says so and does not submit', () => {
    const markup = renderToStaticMarkup(
      <Button busy busyLabel="Saving" type="submit" variant="primary">
        Save
      </Button>,
    );
    expect(markup).toContain('aria-busy="true"');
    expect(markup).toContain('aria-disabled="true"');
    expect(markup).toContain('Saving');
  });

  test('lends its look to links', () => {
    expect(typeof buttonClass({ size: 'small', wide: true })).toBe('string');
  });
});

describe('Wordmark', () => {
  test('is one button with one name, and a letter for every hue', () => {
    const markup = renderToStaticMarkup(served['wordmark']);
    expect(markup).toContain('>Nuances</span>');
    expect(markup.match(/aria-hidden="true"/g)).toHaveLength(7);
    expect([...markup.matchAll(/data-hue="(\w+)"/g)].map((found) => found[1])).toEqual([...hues]);
  });
});
