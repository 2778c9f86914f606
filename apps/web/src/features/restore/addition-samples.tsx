import type { ExportedNote } from '@nuances/domain/export-file';
import { dayMonthAndYear, timeOfDay } from '@nuances/i18n/dates';
import { figure } from '@nuances/i18n/numbers';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './addition-samples.module.css';
import type { SampleItem } from './newest-items.ts';

const shownChars = 90;

function beginningOf({ title, text, encrypted }: ExportedNote): string {
  if (encrypted === true) return '…';
  const whole = [title, text].filter((part) => part !== '').join(' · ');
  return whole.length > shownChars ? `${whole.slice(0, shownChars).trimEnd()}…` : whole;
}

/** Up to three of the items that would be added, so that a file that was read wrongly is noticed. */
export function AdditionSamples({ items }: { readonly items: readonly SampleItem[] }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.restore;
  if (items.length === 0) return null;
  const contentOf = (item: SampleItem) => {
    if ('text' in item) return beginningOf(item);
    if ('scale' in item) {
      const value = figure(item.value, locale);
      return [texts.sampleMood({ value, scale: item.scale }), item.label, ...item.words].filter(Boolean).join(' · ');
    }
    const tags = Array.isArray(item.tags) ? item.tags.map((tag: string) => ` · ${tag}`).join('') : '';
    return `${texts.sampleScan({ answers: item.answers.join(' ') })}${tags}`;
  };
  return (
    <>
      <p className="t-cap-2">{texts.samples()}</p>
      <ul className={styles.list}>
        {items.map((item) => {
          const at = new Date(item.createdAt);
          return (
            <li key={item._id} className={styles.item}>
              <time dateTime={item.createdAt} className="t-cap-2">
                {dayMonthAndYear(at, locale)}
                {'moment' in item && item.moment !== 'exact' ? null : `, ${timeOfDay(at, locale)}`}
              </time>
              <span className={styles.content}>{contentOf(item)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
