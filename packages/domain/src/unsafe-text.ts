/**
 * NUL, which PostgreSQL cannot store; lone surrogates, which change when they are stored; and the explicit bidirectional
 * controls (embeddings, overrides, isolates), which make a text look different from its content. The marks that
 * right-to-left scripts need, U+061C, U+200E and U+200F, are allowed.
 */
const unsafe = /[\0\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/u;
const allUnsafe = new RegExp(unsafe, 'gu');

/** Whether a text has what no readable field accepts. */
export const isUnsafe = (text: string): boolean => unsafe.test(text);

/** A text of another program without it. */
export const withoutUnsafe = (text: string): string => text.replace(allUnsafe, '');
