import type { CliTexts } from '@nuances/i18n/cli-texts';
import { NuancesError } from '../client.ts';

/** Exit status of the command line. */
export const exitCodes = { done: 0, refused: 1, usage: 2, session: 3, silent: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that ends the command, with a message for its user. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  /** For programs, beside the codes of the product. */
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    code: string,
    exitCode: ExitCode,
    message: string,
    { fields = {}, cause }: { fields?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.exitCode = exitCode;
    this.fields = fields;
  }
}

/** A command line that is wrong. */
export const wrong = (code: string, message: string) => new CliFailure(code, exitCodes.usage, message);

/** Statuses of a product, or a proxy, that cannot answer for a moment, and of a request that did not arrive in time. */
const passing: readonly (number | undefined)[] = [408, 429, 502, 503, 504];

/** Whether the same call may succeed later: no answer, or temporarily unavailable. */
export const isTransient = (error: unknown): error is NuancesError =>
  error instanceof NuancesError && (error.code === 'network' || passing.includes(error.status));

/** What anything that was thrown means for the user. */
export function failureOf(thrown: unknown, texts: CliTexts, url: string): CliFailure {
  if (thrown instanceof CliFailure) return thrown;
  const { failure } = texts.cli;
  if (!(thrown instanceof NuancesError)) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return new CliFailure('unexpected', exitCodes.refused, failure.unexpected({ reason }), { cause: thrown });
  }
  const { code, status, fields, message } = thrown;
  const details = { fields, cause: thrown };
  if (code === 'network' || (code === 'foreign' && passing.includes(status)))
    return new CliFailure(code, exitCodes.silent, failure.silent({ url }), details);
  if (code === 'foreign') return new CliFailure(code, exitCodes.silent, failure.foreign({ url }), details);
  const isOver = code === 'sessionMissing' || code === 'sessionExpired';
  const exitCode = isOver ? exitCodes.session : passing.includes(status) ? exitCodes.silent : exitCodes.refused;
  const inFields = [...new Set(Object.values(fields))].filter((sentence) => sentence !== message);
  return new CliFailure(code, exitCode, [message, ...inFields].join(' '), details);
}
