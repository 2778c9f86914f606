import { type ApiError, isUnanswered } from '@nuances/domain/api-error';

/** Whether a call had no answer, or that of a server whose database is away for a moment: what it asked for may be done. */
export function isSilence(failure: ApiError): boolean {
  return isUnanswered(failure) || failure.code === 'unavailable';
}
