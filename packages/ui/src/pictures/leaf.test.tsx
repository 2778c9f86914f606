import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Leaf } from './leaf.tsx';

function markup(given: Partial<ComponentProps<typeof Leaf>>): string {
  return renderToStaticMarkup(
    <Leaf
      hue="green"
      category="Self-love"
      date="20 Nov 2026"
      dateTime="2026-11-20"
      title=""
      name="A few…"
      text="A few words"
      expanded={false}
      onToggle={() => undefined}
      expandLabel="Read"
      collapseLabel="Collapse"
      {...given}
    />,
  );
}

test('is named by its title, or by another name that is not seen', () => {
  const [, id] = /aria-labelledby="([^" ]+) /.exec(markup({})) ?? [];
  expect(markup({})).toMatch(new RegExp(`<h2 id="${id}" class="visually-hidden"[^>]*>A few…</h2>`));
  expect(markup({ title: 'A title', level: 3 })).toMatch(/<h3 [^>]*>A title<\/h3>/);
});

test('offers to unfold only text that does not fit, and renders no more of it than could fit', () => {
  expect(markup({})).not.toContain('<button');
  const long = 'word '.repeat(20_000);
  const folded = markup({ text: long });
  expect(folded).toContain('aria-label="Read"');
  expect(folded.length).toBeLessThan(4_000);
  // Many cards have this button; each names its note by title and date.
  const [, names = ''] = /<button[^>]*aria-labelledby="([^"]+)"/.exec(folded) ?? [];
  const [own, title, date] = names.split(' ');
  expect(folded).toMatch(new RegExp(`<button[^>]* id="${own}"`));
  expect(folded).toMatch(new RegExp(`<h2 id="${title}"`));
  expect(folded).toMatch(new RegExp(`<time id="${date}"`));
  const open = markup({ text: long, expanded: true });
  expect(open).toContain('aria-label="Collapse"');
  expect(open).toContain(long);
});

test('keeps text as text, with its lines and its direction', () => {
  const text = markup({ title: '<b>x</b>', text: 'one\n<img src=x onerror=alert(1)>' });
  expect(text).toContain('one\n&lt;img src=x onerror=alert(1)&gt;');
  expect(text).toContain('&lt;b&gt;x&lt;/b&gt;');
  expect(text.match(/dir="auto"/g)).toHaveLength(2);
});
