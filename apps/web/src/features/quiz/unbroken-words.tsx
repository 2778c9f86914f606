import { createElement, Fragment } from 'react';
import styles from './quiz.module.css';

/** Words joined by hyphens, such as « coince-t-il ». */
const joined = /(\p{L}+(?:-\p{L}+)+)/u;

/** A text that is not broken at the hyphens of its words: half an inversion at the end of a line is hard to read. */
export function UnbrokenWords({ text }: { readonly text: string }) {
  const parts = text.split(joined);
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) =>
      index % 2 === 1 ? createElement('span', { className: styles.unbroken }, part) : part,
    ),
  );
}
