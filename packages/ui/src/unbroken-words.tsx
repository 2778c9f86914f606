import { Children, createElement, type ReactNode } from 'react';

/** Words joined by hyphens, such as « coince-t-il », and lists of symbols. */
export const joinedWords = /(\p{L}{1,20}(?:-\p{L}{1,20}){1,2}|[@$!%*?&]{3,9})/u;

/** Texts that are not broken at the hyphens of their words, nor between symbols. */
export function UnbrokenWords({ children }: { readonly children: ReactNode }) {
  return Children.map(children, (child) =>
    typeof child === 'string'
      ? child
          .split(joinedWords)
          .map((part, index) => (index % 2 === 1 ? createElement('span', { className: 'unbroken' }, part) : part))
      : child,
  );
}
