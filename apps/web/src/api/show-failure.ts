import { toApiError } from '@nuances/domain/api-error';
import { showToast } from '@nuances/ui/toast';
import { sentenceOf } from '../i18n/sentence-of.ts';

/** Says in a toast why a call failed. */
export function showFailure(error: unknown): void {
  showToast({ kind: 'error', text: sentenceOf(toApiError(error))() });
}
