import { dayOf, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { isRecentEnough } from '@nuances/domain/scan/kept';
import { memoryOf, partOfDay } from '@nuances/domain/today';
import { longDay } from '@nuances/i18n/dates';
import { Bloom } from '@nuances/ui/bloom';
import { buttonClass } from '@nuances/ui/button';
import { Hills } from '@nuances/ui/hills';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, type ComponentType, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useSetting } from '../../browser/setting.ts';
import { todayShortcuts } from '../../browser/settings.ts';
import { DraftLine } from '../../components/draft-line.tsx';
import { MinuteLink } from '../../components/minute-link.tsx';
import { ClosedScans, CopyLine, ScansError } from '../../components/scans-state.tsx';
import { useMemoryPreference } from '../../browser/today-preferences.ts';
import { useScanList } from '../../scans/own-scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { useNotes } from '../../note-store/note-store.ts';
import { InstallHint } from './install-hint.tsx';
import { LastScan } from './last-scan.tsx';
import { MemoryRow } from './memory.tsx';
import { useNow } from '../../browser/use-now.ts';
import { ReadableLine } from './readable-line.tsx';
import { Sealing, Waiting } from './waiting.tsx';
import { Week } from './week.tsx';
import styles from './today.module.css';
import { openModals } from '@nuances/ui/modal-stack';

/** Opens the editor for a note without a scan. */
const newNote = { new: 'other' } as const;
/** Today names a draft of the last two weeks; an older one waits in the notes, without being brought up each day. */
const draftMaxAgeMs = 14 * 86_400_000;
const unanswered = Array.from({ length: 7 }, () => null);

/** The memory of a day; null when there is none or memories are off. */
function useMemoryOf(today: number, scans: ReturnType<typeof useScanList>['scans']) {
  const { notes } = useNotes();
  const { shown, hidden } = useMemoryPreference();
  return useMemo(() => {
    if (!shown) return null;
    // A locked note has no readable text.
    const readable = notes.filter((note) => !note.locked);
    const dated = scans.map((scan) => ({ ...scan, day: dayOf(Date.parse(scan.createdAt)) }));
    return memoryOf(today, readable, dated, hidden);
  }, [today, notes, scans, shown, hidden]);
}

/** What looking back on the week depends on. */
export interface WeekPlace {
  /** Milliseconds. */
  readonly now: number;
  readonly scans: readonly ShownScan[];
  readonly onClosed: () => void;
  readonly otherwise: ReactNode;
}

/** What the offer of the reminder depends on. */
export interface OfferPlace {
  /** Number of days with a scan. */
  readonly days: number;
  readonly onClosed: () => void;
  readonly otherwise: ReactNode;
}

interface Props {
  /** The day of the unfinished quiz on this device, null for now; undefined without one. */
  readonly unfinished: LocalDay | null | undefined;
  /** A line that offers the reminder, or what stands in its place. */
  readonly Offer: ComponentType<OfferPlace>;
  /** The week looked back on, or what stands in its place. */
  readonly LookBack: ComponentType<WeekPlace>;
}

/** First screen of a logged-in person: the last bloom, a button for the quiz, and the week. */
export function Today({ unfinished, Offer, LookBack }: Props) {
  const { LL, locale } = useI18n();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = () => title.current?.focus();
  const now = useNow();
  const at = new Date(now);
  const today = dayOf(now);
  const part = partOfDay(at.getHours());
  const { list, scans } = useScanList();
  const last = scans[0];
  const isEmpty = !last && list.isSuccess && !list.isPlaceholderData;
  const memory = useMemoryOf(today, scans);
  const days = new Set(scans.map(({ createdAt }) => dayOf(Date.parse(createdAt)))).size;
  useSingleKeys(useSetting(todayShortcuts), {
    n: () => void navigate({ to: '/note', search: newNote }),
    s: () => void navigate({ to: '/bodyscan' }),
  });

  return (
    <div className={styles.today}>
      <Hills className={styles.hills} height={190} />
      <header className={styles.greeting}>
        <h1 ref={title} className="t-h1" tabIndex={-1}>
          {LL.today.greeting[part]()}
        </h1>
        <p className={styles.light}>{LL.today.light[part]({ date: longDay(at, locale, at) })}</p>
        <CopyLine at={list.dataUpdatedAt} />
      </header>
      <div className={styles.last}>
        {last ? <LastScan scan={last} today={today} /> : null}
        {isEmpty ? <NoScan /> : null}
        <ClosedScans scans={list.data ?? []} />
        {last || isEmpty ? null : <ScansAwaited list={list} />}
      </div>
      <div className={styles.begin}>
        <div className={styles.actions}>
          <Link
            to="/bodyscan"
            search={unfinished == null ? {} : { day: isoDay(unfinished) }}
            className={buttonClass({ variant: 'primary', size: 'large' })}
          >
            {unfinished !== undefined ? LL.today.resume() : LL.today.scan()}
          </Link>
          {isEmpty ? null : (
            <Link to="/note" search={newNote} className={buttonClass({ size: 'large' })}>
              <span className={styles.write}>
                <Icon name="edit" />
                {LL.today.write()}
              </span>
            </Link>
          )}
        </div>
        <DraftLine maxAgeMs={draftMaxAgeMs} />
        {last && unfinished === undefined && isRecentEnough(Date.parse(last.createdAt), now) ? <AgainLink /> : null}
        {last ? (
          <LookBack now={now} scans={scans} onClosed={focusTitle} otherwise={<Week today={today} scans={scans} />} />
        ) : null}
        {memory ? <MemoryRow memory={memory} onHidden={focusTitle} /> : null}
        <Sealing />
        <Waiting />
        <Offer days={days} onClosed={focusTitle} otherwise={<InstallHint days={days} onClosed={focusTitle} />} />
      </div>
      <div className={styles.foot}>
        <MinuteLink className={styles.minute} />
        <ReadableLine />
        <p>
          <span>{LL.dashboard.title()}</span>
          <span className={styles.dot} aria-hidden="true">
            {' · '}
          </span>
          <span>{LL.dashboard.lead()}</span>
        </p>
      </div>
    </div>
  );
}

/** A row that leads to "as last time, except …". */
function AgainLink() {
  const { LL } = useI18n();
  return (
    <Link to="/bodyscan/again" className={styles.again}>
      <Icon name="again" />
      {LL.quick.open()}
    </Link>
  );
}

/** Placeholder of the last bloom. */
function NoScan() {
  const { LL } = useI18n();
  return (
    <div className={styles.empty}>
      <Bloom answers={unanswered} size={176} innerRadius={58} decorative />
      <h2 className="t-h3">{LL.today.empty()}</h2>
      <p className={styles.emptyMore}>{LL.today.emptyMore()}</p>
    </div>
  );
}

/** Shown in place of the last scan while the scans load, and when loading failed. */
function ScansAwaited({ list }: { readonly list: ReturnType<typeof useScanList>['list'] }) {
  const { LL } = useI18n();
  return list.isError ? <ScansError list={list} /> : <LoadingBloom text={LL.common.loading()} />;
}

/** Whether a key press is input of a control, so that it is no shortcut. */
function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/**
 * Calls back for shortcuts of one key (lower case), while no field has the focus and no layer is open above the page.
 */
function useSingleKeys(on: boolean, actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented;
    if (isShortcut || isTyped(event) || openModals() > 0) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
