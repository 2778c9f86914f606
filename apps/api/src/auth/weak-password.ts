import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { log10GuessesOf } from './password-strength.ts';

/**
 * Below this many guesses a password is refused, as a logarithm. Eight characters without any pattern withstand 10^8, a word
 * with the usual year and sign at most 10^7.5.
 */
const guessesMin = 7.6;
/** As many words are tried first, each with all that is usually put around it. */
const wordGuessesMin = 4.7;

const productName = 'nuances';
/** Shorter words occur in passwords by chance. */
const wordMin = 4;

/** Characters that commonly replace letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const lettersOf = (text: string) => text.replaceAll(/[@4310!$57]/g, (sign) => lookAlikes[sign] ?? sign);

/**
 * A password without the usual additions that satisfy password rules: capitals, digits and symbols around a word, and
 * characters in place of letters.
 */
function formsOf(password: string): string[] {
  const lower = password.toLowerCase();
  const word = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  // Signs at the end are an addition more often than a letter; those at the beginning may be one.
  const disguised = lower.replaceAll(/^[^a-z@$]+|[^a-z]+$/g, '');
  const words = [word, lettersOf(disguised), lettersOf(word)].filter((form) => form.length >= wordMin);
  return [...new Set(words)].filter((form) => password.length - form.length < limits.password.min);
}

/** Who chooses a password. */
export interface PasswordContext {
  readonly username: string;
  readonly email: string;
}

/** The words that an attacker would try for this person, longest first. */
function contextWordsOf({ username, email }: PasswordContext): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [site = ''] = domain.split('.');
  return [productName, username.toLowerCase(), email.toLowerCase(), local, ...local.split(/[^a-z0-9]+/), site]
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length);
}

/** Whether a text is one of these words with digits and symbols, or too short without them. */
function isMadeOf(words: readonly string[], text: string): boolean {
  const letters = text.replaceAll(/[^a-z]/g, '');
  if (words.some((word) => word === letters)) return true;
  const rest = words.filter((word) => word.length >= wordMin).reduce((left, word) => left.replaceAll(word, ''), text);
  return rest.length < text.length && rest.length < limits.password.min;
}

/**
 * Whether a password is easy to guess: by the estimate for it, or for the word in it, or because it is made of the user name,
 * the e-mail address or the product's name.
 */
export async function isWeakPassword(password: string, context: PasswordContext): Promise<boolean> {
  const words = contextWordsOf(context);
  const lower = password.toLowerCase();
  if (isMadeOf(words, lower) || isMadeOf(words, lettersOf(lower))) return true;
  const guesses = await log10GuessesOf([password, ...formsOf(password)], words);
  // A machine that is too busy to judge must not keep anybody from an account.
  if (guesses === null) return false;
  const [whole = 0, ...forms] = guesses;
  return whole < guessesMin || forms.some((guesses) => guesses < wordGuessesMin);
}

/**
 * @param field the name of the field that the password was typed into
 * @throws AppError `passwordCommon` on that field
 */
export async function refuseWeakPassword(field: string, password: string, context: PasswordContext): Promise<void> {
  if (await isWeakPassword(password, context))
    throw new AppError('passwordCommon', { fields: { [field]: 'passwordCommon' } });
}
