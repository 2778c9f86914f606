import { firstWordsMax } from '@nuances/domain/cut-text';
import type { Memory } from '@nuances/domain/today';
import { capitalized } from '@nuances/i18n/capitalized';
import { pluralForm } from '@nuances/i18n/plural';
import { Icon } from '@nuances/ui/icon';
import { Menu } from '@nuances/ui/menu';
import { showToast } from '@nuances/ui/toast';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { changeSetting } from '../../browser/setting.ts';
import { todayMemories } from '../../browser/settings.ts';
import { hideMemory, unhideMemory } from '../../browser/today-preferences.ts';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { noteName } from '../../i18n/note-name.ts';
import { scanImage } from '../../i18n/scan-image.ts';
import type { Note } from '../../note-store/note.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './memory.module.css';

type OwnMemory = Memory<Note, ShownScan & { readonly day: number }>;

/** « Il y a un an », "Two years ago": numbers up to ten are written as words. */
function ago({ LL, locale }: I18n, years: number): string {
  const numberNames: Readonly<Record<number, (() => string) | undefined>> = LL.today.memory.number;
  const sentence = LL.today.memory[pluralForm(locale, years)]({ count: numberNames[years]?.() ?? years });
  return capitalized(sentence, locale);
}

interface Props {
  readonly memory: OwnMemory;
  /** Called when the memory was hidden, together with the menu that had the focus. */
  readonly onHidden: () => void;
}

/** A note or a scan of this day in another year. The person can hide this one or all of them. */
export function MemoryRow({ memory, onHidden }: Props) {
  const i18n = useI18n();
  const { LL } = i18n;
  const id = useId();
  const years = ago(i18n, memory.yearsAgo);
  const isNote = memory.kind === 'note';
  const caption = isNote ? LL.today.memory.note({ ago: years }) : LL.today.memory.scan({ ago: years });
  const title = isNote ? noteName(LL, memory.note, firstWordsMax.row) : scanImage(LL, memory.scan.answers).name;
  const content = (
    <>
      <span className={styles.words}>
        <span className="t-cap-2">{caption}</span>
        <span className={styles.title} dir="auto">
          {title}
        </span>
      </span>
      <Icon name="right" />
    </>
  );

  const hide = (doHide: () => void, undo: () => void) => {
    doHide();
    onHidden();
    showToast({
      kind: 'info',
      text: LL.today.memory.hidden(),
      action: { label: LL.action.undo(), onAction: undo },
    });
  };

  return (
    <section className={styles.memory} aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        {caption}
      </h2>
      {isNote ? (
        <Link to="/note" search={{ edit: memory.note.id }} className={styles.link}>
          {content}
        </Link>
      ) : (
        <Link to="/history/$id" params={{ id: memory.scan.id }} className={styles.link}>
          {content}
        </Link>
      )}
      <Menu
        className={styles.menu}
        label={LL.today.memory.menu()}
        items={[
          {
            id: 'once',
            label: LL.today.memory.hideOnce(),
            icon: 'eyeOff',
            onSelect: () =>
              hide(
                () => hideMemory(memory.day),
                () => unhideMemory(memory.day),
              ),
          },
          {
            id: 'all',
            label: LL.today.memory.hideAll(),
            icon: 'close',
            onSelect: () =>
              hide(
                () => changeSetting(todayMemories, false),
                // Those that were hidden one by one stay hidden.
                () => changeSetting(todayMemories, true),
              ),
          },
        ]}
      />
    </section>
  );
}
