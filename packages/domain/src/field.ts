import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Messages of the schemas are error codes; server and browser translate them with the catalogues. */
export const code = (value: ErrorCode) => value;

type Rule = readonly [ErrorCode, (value: string) => boolean];

const firstBroken = (required: ErrorCode, rules: readonly Rule[]) => {
  const checks: readonly Rule[] = [[required, (value) => value !== ''], ...rules];
  return z.check<string>((context) => {
    const broken = checks.find(([, holds]) => !holds(context.value));
    if (broken) context.issues.push({ code: 'custom', input: context.value, message: broken[0] });
  });
};

/** A string whose rules are tried in order; the first broken one is reported (SPEC.md FIELD-1). */
export const field = (required: ErrorCode, ...rules: readonly Rule[]) =>
  z.string({ error: code(required) }).check(firstBroken(required, rules));

/**
 * The same, trimmed. It uses no transform: parsed asynchronously, as tRPC does, a transform would report later than
 * the other fields, and the first broken field of a form would not come first.
 */
export const trimmedField = (required: ErrorCode, ...rules: readonly Rule[]) =>
  z.string({ error: code(required) }).check(z.trim(), firstBroken(required, rules));
