import { errorText } from '@nuances/i18n/errors';
import { useI18n } from '../i18n/locale-store.ts';
import type { Refusal } from './outbox-items.ts';

/** The text of an item of the outbox: it waits to be sent, or why the server refused it. */
export function useWaitingText(): (refusal: Refusal | null) => string {
  const { LL, locale } = useI18n();
  return (refusal) =>
    refusal ? LL.status.failedReason({ reason: errorText(LL.error, locale, refusal.code) }) : LL.status.waiting();
}
