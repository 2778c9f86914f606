import type { MoodLine } from '@nuances/domain/moods/new-moods';
import type { I18n } from './locale-store.ts';

/** What a line of moods is called: always with the journal that it comes from. */
export function moodLineName(LL: I18n['LL'], { source, name }: Pick<MoodLine, 'source' | 'name'>): string {
  return LL.moodLine[source]({ name });
}
