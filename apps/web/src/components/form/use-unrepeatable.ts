import { toApiError } from '@nuances/domain/api-error';
import type { ErrorCode } from '@nuances/domain/errors';
import { useRef } from 'react';
import { isSilence } from '../../api/is-silence.ts';

/**
 * Makes a call that is refused once it was done. Its answer may get lost, or be that of a busy server: the next try with the same
 * `key` that is refused with `doneCode` then looks whether the earlier one was done.
 * @param wasDone rejects where it was not
 * @returns what the call answers; null where the earlier one was done
 */
export function useUnrepeatable() {
  const unanswered = useRef<string>(undefined);
  return async <Answer>(
    key: string,
    call: () => Promise<Answer>,
    doneCode: ErrorCode,
    wasDone: () => Promise<unknown>,
  ): Promise<Answer | null> => {
    try {
      return await call();
    } catch (error) {
      const failure = toApiError(error);
      if (isSilence(failure)) unanswered.current = key;
      if (failure.code !== doneCode || unanswered.current !== key) throw error;
      await wasDone().catch(() => {
        throw error;
      });
      return null;
    }
  };
}
