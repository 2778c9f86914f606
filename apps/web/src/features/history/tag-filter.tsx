import { tagKey } from '@nuances/domain/scan/tags';
import { SelectField } from '@nuances/ui/select-field';
import { useI18n } from '../../i18n/locale-store.ts';
import type { TagsView } from '../../note-store/scan-tags.ts';
import styles from './tag-filter.module.css';

/** Tags of all scans with their keys, in alphabetical order. */
function wordsOf({ byScan }: TagsView, locale: string): readonly (readonly [key: string, tag: string])[] {
  const words = new Map([...byScan.values()].flat().map((tag) => [tagKey(tag), tag]));
  const { compare } = new Intl.Collator(locale);
  return [...words].sort(([, one], [, other]) => compare(one, other));
}

/** Whether a scan has the tag with this key; true for null. */
export function carries({ byScan }: TagsView, scanId: string, key: string | null): boolean {
  return key === null || (byScan.get(scanId)?.some((tag) => tagKey(tag) === key) ?? false);
}

interface Props {
  readonly tags: TagsView;
  /** Key of the chosen tag; null for all scans. */
  readonly value: string | null;
  readonly onChange: (key: string | null) => void;
}

/** Filters the history by one tag; nothing for a person without tags. */
export function TagFilter({ tags, value, onChange }: Props) {
  const { LL, locale } = useI18n();
  const words = wordsOf(tags, locale);
  if (words.length === 0) return null;
  return (
    <div className={`${styles.filter} screen-only`}>
      <SelectField
        label={LL.tags.manage()}
        name="tag"
        value={value ?? ''}
        onChange={(key) => onChange(key === '' ? null : key)}
        options={[{ value: '', label: LL.tags.all() }, ...words.map(([key, tag]) => ({ value: key, label: tag }))]}
      />
    </div>
  );
}
