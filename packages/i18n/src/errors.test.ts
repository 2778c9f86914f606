import { errorCodes } from '@nuances/domain/errors';
import { locales } from '@nuances/domain/locales';
import { describe, expect, it } from 'vitest';
import { errorText } from './errors.ts';
import { i18nObject } from './i18n-util';
import { loadAllLocales } from './i18n-util.sync';

loadAllLocales();
const en = i18nObject('en').error;
const fr = i18nObject('fr').error;

describe('sentences for failures', () => {
  it.each(locales)('every code has its own (%s)', (locale) => {
    const sentences = errorCodes.map((code) => errorText(i18nObject(locale).error, locale, code));
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{L}|^\d/u);
    expect(new Set(sentences).size).toBe(errorCodes.length);
  });

  it('no two codes share one', () => {
    for (const code of errorCodes) expect(errorText(fr, 'fr', code)).not.toBe(errorText(en, 'en', code));
  });

  it('has the text of the specification', () => {
    expect(errorText(fr, 'fr', 'loginFailed')).toBe("Nom d'utilisateur ou mot de passe incorrect");
    expect(errorText(en, 'en', 'notFound')).toBe('There is nothing at this address.');
  });

  it.each([
    [undefined, 'later'],
    [0, '1 minute.'],
    [1, '1 minute.'],
    [60, '1 minute.'],
    [61, '2 minutes.'],
    [3_540, '59 minutes.'],
    [3_600, '60 minutes.'],
    [3_601, 'later'],
    [86_400, 'later'],
    [-5, '1 minute.'],
    [Number.NaN, 'later'],
    [Number.POSITIVE_INFINITY, 'later'],
  ])('after %s seconds it is %s', (retryAfterS, ending) => {
    const sentence = errorText(en, 'en', 'rateLimited', { retryAfterS });
    expect(sentence).toBe(
      ending === 'later'
        ? 'Many attempts in a short time. You can try again later.'
        : `Many attempts in a short time. You can try again in ${ending}`,
    );
  });

  it.each([
    [undefined, 'The service will be back in a moment. Try again.'],
    [3, 'The service will be back in a moment. Try again.'],
    [11.2, 'Many people are coming in at once. You can try again in 12 seconds.'],
  ])('unavailable for %s seconds', (retryAfterS, sentence) => {
    expect(errorText(en, 'en', 'unavailable', { retryAfterS })).toBe(sentence);
  });

  it('counts minutes in French too', () => {
    expect(errorText(fr, 'fr', 'rateLimited', { retryAfterS: 30 })).toMatch(/dans 1 minute\.$/);
    expect(errorText(fr, 'fr', 'rateLimited', { retryAfterS: 90 })).toMatch(/dans 2 minutes\.$/);
    expect(errorText(fr, 'fr', 'rateLimited')).toMatch(/plus tard\.$/);
  });
});
