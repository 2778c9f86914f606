import type { ErrorCode } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import type { TranslationFunctions } from './i18n-types';

type ErrorWords = TranslationFunctions['error'];

/** Values that a sentence about a failure may contain. */
export interface ErrorDetails {
  /** Seconds until trying again makes sense. */
  readonly retryAfterS?: number | undefined;
}

function rateLimited(words: ErrorWords, locale: string, { retryAfterS }: ErrorDetails): string {
  if (retryAfterS === undefined || !(retryAfterS <= 3_600)) return words.rateLimited.later();
  const count = Math.max(1, Math.ceil(retryAfterS / 60));
  return new Intl.PluralRules(locale).select(count) === 'one'
    ? words.rateLimited.one({ count })
    : words.rateLimited.other({ count });
}

/** The sentence for a failure, in the language of `words`; a code without a sentence does not compile. */
export function errorText(words: ErrorWords, locale: string, code: ErrorCode, details: ErrorDetails = {}): string {
  if (code === 'rateLimited') return rateLimited(words, locale, details);
  if (code === 'tooLong') return words.tooLong({ max: limits.profileText.max });
  if (code === 'noteTitleTooLong') return words.noteTooLong({ max: limits.noteTitle.max });
  if (code === 'noteTextTooLong')
    return words.noteTooLong({ max: new Intl.NumberFormat(locale).format(limits.noteText.max) });
  if (code === 'countryLength') return words.countryLength(limits.country);
  return words[code]();
}
