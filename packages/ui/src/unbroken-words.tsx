import { Children, createElement, type ReactNode } from 'react';

/** Words joined by hyphens, such as « coince-t-il », lists of symbols, and a day with its month. */
export const joinedWords = /(\p{L}{1,20}(?:-\p{L}{1,20}){1,2}|[@$!%*?&]{3,9}|\d{1,2}(?:er)? \p{L}{3,9})/u;

/** Texts that are not broken at the hyphens of their words, between symbols, nor after a day or another small number. */
export function UnbrokenWords({ children }: { readonly children: ReactNode }) {
  return Children.map(children, (child) =>
    typeof child === 'string'
      ? child
          .split(joinedWords)
          .map((part, index) => (index % 2 === 1 ? createElement('span', { className: 'unbroken' }, part) : part))
      : child,
  );
}
