import { createElement, type ReactNode } from 'react';
import type { Part, Role } from './page-parts.ts';

/** The elements of HTML for the parts of the page, which stand below the titles of the screen. */
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

/** A part of the page as text: the tree of the PDF in HTML. Children are spread: they never change places. */
export function textOfPart({ role, scope, alt, marks = [], parts = [] }: Part): ReactNode {
  if (role === 'Artifact') return null;
  const words = alt ?? marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])).join(' ');
  const children = parts.map(textOfPart);
  const inside = role === 'Table' ? [createElement('tbody', null, ...children)] : children;
  const properties = scope === undefined ? null : { scope: scopes[scope] };
  return createElement(elements[role], properties, ...(words === '' ? [] : [words]), ...inside);
}
