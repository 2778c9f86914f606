import { createElement, type ReactNode } from 'react';
import type { Part, Role } from './page-parts.ts';

/** HTML elements of the parts of the page, whose headings are below those of the screen. */
const elements = {
  P: 'p',
  H1: 'h3',
  H2: 'h4',
  Table: 'table',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  L: 'ul',
  LI: 'li',
  LBody: 'span',
  Figure: 'span',
} as const satisfies Record<Exclude<Role, 'Artifact'>, string>;

const scopes = { Column: 'col', Row: 'row' } as const;

/**
 * A part of the page as HTML, with the structure of the PDF. Children are spread, because their order never changes.
 */
export function textOfPart({ role, scope, alt, marks = [], parts = [] }: Part): ReactNode {
  if (role === 'Artifact') return null;
  const words = alt ?? marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])).join(' ');
  const children = parts.map(textOfPart);
  const inside = role === 'Table' ? [createElement('tbody', null, ...children)] : children;
  const properties = scope === undefined ? null : { scope: scopes[scope] };
  return createElement(elements[role], properties, ...(words === '' ? [] : [words]), ...inside);
}
