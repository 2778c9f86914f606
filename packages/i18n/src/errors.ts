import type { ErrorCode } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import type { TranslationFunctions } from './i18n-types';

type ErrorTexts = TranslationFunctions['error'];

/** Values that the message of a failure may contain. */
export interface ErrorDetails {
  /** Seconds after which a retry may succeed. */
  readonly retryAfterS?: number | undefined;
}

function rateLimited(texts: ErrorTexts, locale: string, { retryAfterS }: ErrorDetails): string {
  if (retryAfterS === undefined || !(retryAfterS <= 3_600)) return texts.rateLimited.later();
  const count = Math.max(1, Math.ceil(retryAfterS / 60));
  return new Intl.PluralRules(locale).select(count) === 'one'
    ? texts.rateLimited.one({ count })
    : texts.rateLimited.other({ count });
}

/** The longest moment, seconds: a longer wait is a place in a queue, and said. */
const momentS = 3;

function unavailable(texts: ErrorTexts, { retryAfterS = 0 }: ErrorDetails): string {
  return retryAfterS > momentS ? texts.queue({ count: Math.ceil(retryAfterS) }) : texts.unavailable();
}

/** The message of a failure, in the language of `texts`; a code without a message does not compile. */
export function errorText(texts: ErrorTexts, locale: string, code: ErrorCode, details: ErrorDetails = {}): string {
  if (code === 'rateLimited') return rateLimited(texts, locale, details);
  if (code === 'unavailable') return unavailable(texts, details);
  if (code === 'tooLong') return texts.tooLong({ max: limits.profileText.max });
  if (code === 'noteTitleTooLong') return texts.noteTooLong({ max: limits.noteTitle.max });
  if (code === 'noteTextTooLong')
    return texts.noteTooLong({ max: new Intl.NumberFormat(locale).format(limits.noteText.max) });
  if (code === 'passphraseMin') return texts.passphraseMin(limits.passphrase);
  if (code === 'tokensFull') return texts.tokensFull({ max: limits.scriptTokens.max });
  if (code === 'passkeysFull') return texts.passkeysFull({ max: limits.passkeys });
  if (code === 'countryLength') return texts.countryLength(limits.country);
  return texts[code]();
}
