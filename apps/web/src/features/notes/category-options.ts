import { axisIds, type NoteCategory } from '@nuances/domain/axes';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';

/** The categories as they stand side by side on screens: the axes in data order, then the one that is none of them. */
const shownOrder: readonly NoteCategory[] = [...axisIds, 'other'];

/** Every category with its name. */
export function categoryOptions(LL: TranslationFunctions): readonly { hue: NoteCategory; label: string }[] {
  return shownOrder.map((hue) => ({ hue, label: LL.note.input[hue]() }));
}
