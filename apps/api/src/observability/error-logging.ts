import { sqlState } from '@nuances/db/postgres/error-codes';
import type { AppError } from '@nuances/domain/errors';
import { errorChain, errorCode } from '../errors.ts';
import type { Log } from './log.ts';

/** Errors of the runtime: their messages are about our code and contain no personal data. */
const ownMessages = new Set(['TypeError', 'ReferenceError', 'RangeError']);

/**
 * Serialises an error for the log: type and stack, but not the messages of drivers and parsers, because those quote
 * values of statements and bodies with passwords.
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

/** Logs errors of the server, not of callers. */
export function logError(log: Pick<Log, 'warn' | 'error'>, failure: AppError, error: unknown): void {
  if (failure.code === 'server') log.error({ fault: errorForLog(error) }, 'Unknown fault');
  if (failure.code === 'unavailable')
    log.warn({ fault: errorForLog(error) }, 'Answered that the service is not available');
}
