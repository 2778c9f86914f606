import { axisIds, type NoteCategory } from '@nuances/domain/axes';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';

/** Categories in the order of the screens: the axes in data order, then `other`. */
const shownOrder: readonly NoteCategory[] = [...axisIds, 'other'];

/** Every category with its name. */
export function categoryOptions(LL: TranslationFunctions): readonly { hue: NoteCategory; label: string }[] {
  return shownOrder.map((hue) => ({ hue, label: LL.note.input[hue]() }));
}
