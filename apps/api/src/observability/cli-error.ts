import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * The sentence with which a command ends. A failed statement is told by its cause: its own message
 * quotes the values, and those hold password hashes and sealed keys.
 */
export function formatCliError(error: unknown): string {
  if (error instanceof DrizzleQueryError)
    return formatCliError(error.cause ?? new Error('a database statement failed'));
  return error instanceof Error ? error.message : String(error);
}
