import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * The error message of a command. For a failed statement it is the message of the cause: its own message quotes the
 * values, such as password hashes and sealed keys.
 */
export function formatCliError(error: unknown): string {
  if (error instanceof DrizzleQueryError)
    return formatCliError(error.cause ?? new Error('a database statement failed'));
  return error instanceof Error ? error.message : String(error);
}
