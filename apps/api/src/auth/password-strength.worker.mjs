/**
 * A thread that estimates how many guesses texts withstand: {@link file://./password-strength.ts} asks it. JavaScript, so
 * that Node runs it as it is where the sources are not built.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { dictionary as french } from '@zxcvbn-ts/language-fr';
import { parentPort } from 'node:worker_threads';

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...french, ...english },
  graphs,
  // Both bound the time of the worst texts, which would be seconds: disguised letters, and length. What is strong so far stays so.
  // Each way to undo a disguise is a search of all dictionaries; the first one undoes every letter.
  l33tMaxSubstitutions: 2,
  maxLength: 40,
});

/**
 * The product of what the library estimates for the parts of a text, as a logarithm. Its own total adds 10^8 for any three
 * parts, which is right only if a guesser does not try a word, a year and a sign first.
 */
const log10Guesses = (text, words) =>
  zxcvbn.check(text, words).sequence.reduce((sum, { guessesLog10 }) => sum + guessesLog10, 0);

parentPort.on('message', ({ texts, words }) => {
  parentPort.postMessage(texts.map((text) => log10Guesses(text, words)));
});
