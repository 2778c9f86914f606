import { describe, expect, it } from 'vitest';
import { toApiError, isSessionOver } from './api-error.ts';

const told = (app: unknown) => Object.assign(new Error('refused'), { data: { app } });

describe('toApiError', () => {
  it('reads code, sentence and fields of an answer', () => {
    const error = told({
      code: 'usernameTaken',
      message: 'This username is already taken.',
      fields: { username: { code: 'usernameTaken', message: 'This username is already taken.' }, odd: 7 },
    });
    expect(toApiError(error)).toEqual({
      code: 'usernameTaken',
      message: 'This username is already taken.',
      fields: { username: 'This username is already taken.' },
      fieldCodes: { username: 'usernameTaken' },
    });
  });

  it.each([new TypeError('fetch failed'), told(undefined), told({ code: 'unheard of', message: 'x' }), null, 'text'])(
    'takes everything else for silence (%#)',
    (error) => {
      expect(toApiError(error)).toEqual({ code: 'network', message: null, fields: {}, fieldCodes: {} });
    },
  );

  it('tells a lost session from a failed call', () => {
    expect(isSessionOver(toApiError(told({ code: 'sessionMissing', message: 'x' })))).toBe(true);
    expect(isSessionOver(toApiError(new TypeError('fetch failed')))).toBe(false);
  });
});
