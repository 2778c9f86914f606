import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Messages of the schemas are error codes; both ends turn them into words with the catalogues. */
export const code = (value: ErrorCode) => value;

/** A string whose rules are tried in order; the first broken one is told (SPEC.md FIELD-1). */
export const field = (required: ErrorCode, ...rules: readonly (readonly [ErrorCode, (value: string) => boolean])[]) => {
  const checks = [[required, (value: string) => value !== ''] as const, ...rules];
  return z.string({ error: code(required) }).check(
    z.check((context) => {
      const broken = checks.find(([, holds]) => !holds(context.value));
      if (broken) context.issues.push({ code: 'custom', input: context.value, message: broken[0] });
    }),
  );
};
