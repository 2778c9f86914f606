import { CheckMenu } from '@nuances/ui/check-menu';
import { countText } from '@nuances/i18n/plural';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { SearchField } from '@nuances/ui/search-field';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { categoryOptions } from './category-options.ts';
import { isChanged, isFiltered, type NoteFilters } from './filter.ts';
import styles from './notes-toolbar.module.css';

interface Props {
  readonly filters: NoteFilters;
  readonly onChange: (part: Partial<NoteFilters>) => void;
  readonly onReset: () => void;
  /** Whether the calendar is open in a window where it can be closed. */
  readonly calendar: boolean;
  readonly onCalendar: (shown: boolean) => void;
}

/** Search, calendar, categories, order, and a button that resets all filters. */
export function NotesToolbar({ filters, onChange, onReset, calendar, onCalendar }: Props) {
  const { LL, locale } = useI18n();
  const wide = useWideLayout();
  const options = categoryOptions(LL);
  const { size } = filters.categories;
  const chosen = size === 0 ? LL.notes.categories.all() : countText(LL.notes.categories.some, locale, size);
  const figure = size === 0 ? options.length : size;
  const order = filters.order === 'newest' ? LL.notes.sort.newest() : LL.notes.sort.oldest();
  return (
    <div
      className={styles.bar}
      data-filtered={isChanged(filters) ? '' : undefined}
      data-searched={isFiltered({ ...filters, search: '' }) ? undefined : ''}
    >
      <SearchField
        className={styles.search}
        label={LL.notes.search.label()}
        placeholder={wide ? LL.notes.search.label() : LL.notes.search.short()}
        clearLabel={LL.notes.search.clear()}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <IconButton
        className={styles.calendar}
        icon="calendar"
        label={LL.notes.calendar.label()}
        pressed={calendar}
        outlined
        onClick={() => onCalendar(!calendar)}
      />
      <CheckMenu
        label={LL.notes.categories.label()}
        // The name contains the number, which is the only visible text on a phone.
        triggerLabel={`${LL.notes.categories.label()} ${figure}, ${chosen}`}
        triggerClassName={styles.tool}
        trigger={
          <>
            <Icon name="settings" size={22} />
            <span className={styles.word}>{LL.notes.categories.label()}</span>{' '}
            {/* The accessible name of the button already contains it. */}
            <span className={styles.figure} aria-hidden="true" data-on={size > 0 ? '' : undefined}>
              {figure}
            </span>
          </>
        }
        allLabel={LL.notes.categories.all()}
        options={options}
        chosen={filters.categories}
        onChange={(categories) => onChange({ categories })}
      />
      <button
        type="button"
        className={styles.tool}
        aria-label={`${LL.notes.sort.name()}, ${order}`}
        data-on={filters.order === 'oldest' ? '' : undefined}
        onClick={() => onChange({ order: filters.order === 'newest' ? 'oldest' : 'newest' })}
      >
        <Icon className={styles.order} name="sort" size={22} />
        <span className={styles.word}>{order}</span>
      </button>
      <IconButton
        className={styles.reset}
        icon="reset"
        label={LL.notes.reset()}
        disabled={!isChanged(filters)}
        onClick={onReset}
      />
    </div>
  );
}
