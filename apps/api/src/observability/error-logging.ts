import { sqlState } from '@nuances/db/postgres/error-codes';
import type { AppError } from '@nuances/domain/errors';
import { errorChain, errorCode } from '../errors.ts';

/** Errors of the language itself: their messages speak of our code, not of anybody's data. */
const ownMessages = new Set(['TypeError', 'ReferenceError', 'RangeError']);

/**
 * An error for the log: what and where, but not the messages of drivers and parsers, because those
 * quote statements with their values and bodies with their passwords.
 */
export function errorForLog(error: unknown): object {
  return {
    sqlState: sqlState(error) ?? undefined,
    causes: errorChain(error).map((cause) => ({
      name: cause.name,
      code: errorCode(cause),
      message: ownMessages.has(cause.name) ? cause.message : undefined,
      at: cause.stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 12),
    })),
  };
}

/** What an answer's log line may be written to. */
interface FaultLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Logs what an operator should know of; what callers do wrong is their own matter. */
export function logError(log: FaultLog, failure: AppError, error: unknown): void {
  if (failure.code === 'server') log.error({ fault: errorForLog(error) }, 'Unknown fault');
  if (failure.code === 'unavailable')
    log.warn({ fault: errorForLog(error) }, 'Answered that the service is not available');
}
