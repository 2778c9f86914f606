import type { LocalDay } from '@nuances/domain/local-day';
import { ChipRadios } from '@nuances/ui/chip-radios';
import { Segmented } from '@nuances/ui/segmented';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '@nuances/ui/banner';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { Calendar } from './calendar/calendar.tsx';
import { useCalendarPlace } from './calendar/use-calendar-place.ts';
import { CopyLine } from '../../components/scans-state.tsx';
import { trpc } from '../../api/queries.tsx';
import { HistoryList } from './history-list.tsx';
import { lastCalendarSpan, useHistoryView, type HistoryView } from './use-history-view.ts';
import styles from './history.module.css';

interface Props {
  /** See {@link HistoryList}. */
  readonly notesRead: Promise<void>;
  /** View in the address; undefined shows the view chosen last. */
  readonly asked: HistoryView | undefined;
  /** Called when another view is chosen while the address has one. */
  readonly onAsked: (view: HistoryView) => void;
  /** Opens the editor for a note of that day. */
  readonly onWrite: (day: LocalDay) => void;
}

/** All saved scans and notes in two views: a list, and a calendar by month or year. */
export function History({ notesRead, asked, onAsked, onWrite }: Props) {
  const { LL } = useI18n();
  const wide = useWideLayout();
  const title = useRef<HTMLHeadingElement>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [chosen, choose] = useHistoryView();
  const view = asked ?? chosen;
  const [place, move] = useCalendarPlace();
  const missing = useLocation({ select: ({ state }) => state.missingScan === true });
  const show = (next: HistoryView) => {
    // The open day beside a month would cover the year.
    if (next !== view) move({ day: null });
    choose(next);
    if (asked !== undefined) onAsked(next);
  };
  const chips = view === 'list' ? null : <Span value={view} onChange={show} />;

  return (
    <div className={`${styles.page} page`} data-view={view}>
      <header className={styles.head}>
        <h1 ref={title} className="t-h1" tabIndex={-1}>
          {LL.history.title()}
        </h1>
        {view === 'list' ? <div ref={setMenu} className={`${styles.menu} screen-only`} /> : null}
        <div className={`${styles.switches} screen-only`}>
          {wide ? chips : null}
          <Segmented
            className={styles.views}
            legend={LL.calendar.view.name()}
            iconsOnly={!wide && view === 'year'}
            options={[
              { value: 'list', label: LL.calendar.view.list(), icon: 'list' },
              { value: 'calendar', label: LL.calendar.view.calendar(), icon: 'calendar' },
            ]}
            value={view === 'list' ? 'list' : 'calendar'}
            onChange={(next) => show(next === 'list' ? 'list' : lastCalendarSpan())}
          />
        </div>
        {view === 'list' ? <p className={styles.lead}>{LL.history.lead()}</p> : null}
        <CopyDay />
      </header>
      {missing ? (
        <Banner className={styles.missing}>
          {LL.history.missing()} {LL.history.missingMore()}
        </Banner>
      ) : null}
      {view === 'list' ? (
        <HistoryList notesRead={notesRead} titleOf={() => title.current} menuIn={menu} />
      ) : (
        <Calendar
          span={view}
          chips={wide ? null : chips}
          place={place}
          onPlace={move}
          onSpan={show}
          onWrite={onWrite}
          titleOf={() => title.current}
        />
      )}
    </div>
  );
}

/** Says of which day the scans are that are shown while the server does not answer. */
function CopyDay() {
  // The view asks for them.
  const { dataUpdatedAt } = trpc.results.own.useQuery(undefined, { enabled: false });
  return (
    <div className={styles.copy}>
      <CopyLine at={dataUpdatedAt} />
    </div>
  );
}

interface SpanProps {
  readonly value: 'month' | 'year';
  readonly onChange: (span: 'month' | 'year') => void;
}

/** Whether month or year was just chosen: the switch then mounts at another position and must keep the focus. */
let hasJustChosen = false;

/** Switch between month and year. */
function Span({ value, onChange }: SpanProps) {
  const { LL } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasJustChosen && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('input:checked')?.focus();
    hasJustChosen = false;
  }, [value]);
  return (
    <div ref={box} className="screen-only">
      <ChipRadios
        legend={LL.calendar.span()}
        options={[
          { value: 'month', label: LL.calendar.month() },
          { value: 'year', label: LL.calendar.year() },
        ]}
        value={value}
        onChange={(next) => {
          hasJustChosen = true;
          onChange(next);
        }}
      />
    </div>
  );
}
