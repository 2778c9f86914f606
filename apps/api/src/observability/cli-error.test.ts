import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { lastWords } from './cli-error.ts';

describe('lastWords', () => {
  it('says what went wrong, but never the values of a failed statement', () => {
    const cause = new Error('column "x" does not exist');
    expect(lastWords(new DrizzleQueryError('insert into users values ($1)', ['$argon2id$canary'], cause))).toBe(
      'column "x" does not exist',
    );
    expect(lastWords(new DrizzleQueryError('select $1', ['canary']))).not.toContain('canary');
    expect(lastWords(new Error('Port 3000 is in use'))).toBe('Port 3000 is in use');
    expect(lastWords('plain')).toBe('plain');
  });
});
