import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { formatCliError } from './cli-error.ts';

describe('formatCliError', () => {
  it('has the reason, but never the values of a failed statement', () => {
    const cause = new Error('column "x" does not exist');
    expect(formatCliError(new DrizzleQueryError('insert into users values ($1)', ['$argon2id$canary'], cause))).toBe(
      'column "x" does not exist',
    );
    expect(formatCliError(new DrizzleQueryError('select $1', ['canary']))).not.toContain('canary');
    expect(formatCliError(new Error('Port 3000 is in use'))).toBe('Port 3000 is in use');
    expect(formatCliError('plain')).toBe('plain');
  });
});
