import type { MoodEntry } from '@nuances/domain/moods/fields';
import type { WholeMoodLine } from '@nuances/domain/moods/mood-lines';
import { timeAhead } from '@nuances/i18n/dates';
import { figure } from '@nuances/i18n/numbers';
import { useId } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import { moodLineName } from '../../../i18n/mood-line-name.ts';
import styles from './day-moods.module.css';

/** A mood of another journal, with the line that it is part of. */
export interface DayMood {
  readonly line: Pick<WholeMoodLine, 'key' | 'source' | 'name' | 'scale'>;
  readonly entry: MoodEntry;
}

/** The moods of other journals on a day, as they were given there, by the clock of that place. */
export function DayMoods({ moods }: { readonly moods: readonly DayMood[] }) {
  const { LL, locale } = useI18n();
  const id = useId();
  return (
    <section className={styles.moods} aria-labelledby={id}>
      <h3 id={id} className="t-cap-2">
        {LL.day.moods()}
      </h3>
      <ul>
        {moods.map(({ line, entry: { at, offset, moment, value, label, words } }) => (
          <li key={JSON.stringify([line.key, at, value, label, words])} className={styles.mood}>
            <span>
              {LL.day.mood({ line: moodLineName(LL, line), value: figure(value, locale), scale: line.scale })}
            </span>
            <span className={styles.more} dir="auto">
              {[moment === 'exact' ? timeAhead(new Date(at), offset, locale) : '', label, ...words]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
