import { dayOf, isoDay } from '@nuances/domain/local-day';
import { showToast } from '@nuances/ui/toast';
import { downloadFile } from '../browser/download.ts';
import { currentI18n } from '../i18n/locale-store.ts';

/** Saves the bloom of a scan as a picture that is made on this device; its name has the day of the scan. */
export async function saveBloomPicture(answers: readonly number[], createdAt: string): Promise<void> {
  try {
    const { bloomPicture } = await import('./bloom-picture.tsx');
    downloadFile(`nuances-${isoDay(dayOf(Date.parse(createdAt)))}.png`, await bloomPicture(answers), 'image/png');
  } catch (error) {
    console.error('no picture', error);
    showToast({ kind: 'error', text: currentI18n().LL.page.error.text() });
  }
}
