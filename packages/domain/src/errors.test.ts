import { describe, expect, it } from 'vitest';
import { AppError, errorCodes, isErrorCode } from './errors.ts';

describe('errors', () => {
  it('ERROR-1: no code is listed twice', () => {
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
  });

  it('ERROR-1: only a known code is one', () => {
    expect(errorCodes.every(isErrorCode)).toBe(true);
    for (const other of ['', 'toString', '__proto__', 'Server', 1, null, undefined, ['server']]) {
      expect(isErrorCode(other)).toBe(false);
    }
  });

  it('ERROR-1: a failure carries its code, fields, waiting time and cause', () => {
    const cause = new Error('underneath');
    const error = new AppError('rateLimited', { fields: { email: 'emailInvalid' }, retryAfterS: 30, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'rateLimited',
      message: 'rateLimited',
      fields: { email: 'emailInvalid' },
      retryAfterS: 30,
      cause,
    });
  });

  it('ERROR-1: without details there are none', () => {
    const error = new AppError('notFound');
    expect(error.fields).toBeUndefined();
    expect(error.retryAfterS).toBeUndefined();
    expect('cause' in error).toBe(false);
  });
});
