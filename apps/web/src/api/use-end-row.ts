import { showToast } from '@nuances/ui/toast';
import { useEffect, useRef } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { currentI18n, type I18n } from '../i18n/locale-store.ts';
import { showFailure } from './show-failure.ts';

/**
 * Ends an entry of a list by a button in its row, which is removed with it.
 * @param data what the list shows
 * @param refetch reads it again
 */
export function useEndRow<Target extends HTMLElement>(data: unknown, refetch: () => Promise<unknown>) {
  /** Takes the focus that the removed button had. */
  const target = useRef<Target>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
    pressed.current = false;
  }, [data]);

  return {
    target,
    /**
     * Makes the call, says that it is done or why not, and reads the list again; nothing of that when the call gives null,
     * because the person did not go on. Never rejects.
     */
    async end(call: () => Promise<unknown>, ended: (words: I18n) => string): Promise<void> {
      try {
        if ((await call()) === null) return;
        showToast({ kind: 'success', text: ended(currentI18n()) });
      } catch (reason) {
        // One that no longer exists was ended elsewhere.
        if (toApiError(reason).code !== 'notFound') showFailure(reason);
      }
      pressed.current = true;
      await refetch();
    },
  };
}
