import type { AppError } from '@nuances/domain/errors';
import type { Locale } from '@nuances/domain/locales';
import { localizeError } from '../errors.ts';

/** Body of every failure outside tRPC. */
export interface FailureBody {
  /** Repeats `message`. */
  readonly error: string;
  readonly message: string;
  readonly code: string;
  /** Sentences by field. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** Builds the body of a failure, in a language. */
export function failureBody(failure: AppError, locale: Locale): FailureBody {
  const { message, code, fields } = localizeError(failure, locale);
  const body = { error: message, message, code };
  if (!fields) return body;
  return {
    ...body,
    errors: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.message])),
  };
}
