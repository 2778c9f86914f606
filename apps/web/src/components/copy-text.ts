import { showToast } from '@nuances/ui/toast';
import { currentI18n } from '../i18n/locale-store.ts';

/**
 * Copies a text, and says so; where the browser does not let us, it can be selected.
 * @param copied what is said
 * @param failed what is said where it was not copied
 */
export async function copyText(
  text: string,
  copied: string,
  failed = () => currentI18n().LL.error.unexpected(),
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: 'success', text: copied });
  } catch {
    showToast({ kind: 'error', text: failed() });
  }
}
