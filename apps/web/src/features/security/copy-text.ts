import { showToast } from '@nuances/ui/toast';
import { currentI18n } from '../../i18n/locale-store.ts';

/** Copies a text, and says so; where the browser does not let us, it can be selected. */
export async function copyText(text: string): Promise<void> {
  const { LL } = currentI18n();
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: 'success', text: LL.codes.copied() });
  } catch {
    showToast({ kind: 'error', text: LL.error.unexpected() });
  }
}
