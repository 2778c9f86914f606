import { dateOfDay, type LocalDay } from '@nuances/domain/local-day';
import { lookNotes } from '@nuances/domain/lookback/notes';
import { monthOfWeek, spansAround, type LookUnit } from '@nuances/domain/lookback/span';
import { usedTags } from '@nuances/domain/scan/tags';
import { daysIn, type Period } from '@nuances/domain/statistics/period';
import { shortDayAndMonth } from '@nuances/i18n/dates';
import { Bloom } from '@nuances/ui/bloom';
import { Link, useLocation, type HistoryState } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { copyText } from '../../components/copy-text.ts';
import { PageHead } from '../../components/page-head.tsx';
import { SpanLink } from '../../components/span-link.tsx';
import { useGoBack } from '../../components/use-go-back.ts';
import { WeekBlooms } from '../../components/week-blooms.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useNotes } from '../../note-store/note-store.ts';
import { useTags } from '../../note-store/scan-tags.ts';
import type { OwnScan } from '../../scans/own-scans.ts';
import { FigureRows, PatternRow, WordLinks } from './look-rows.tsx';
import { LookNotes } from './look-notes.tsx';
import { figureRows, noneSentence, oneSentence, rangeOf, spanName, titleOf } from './look-words.ts';
import { MonthBlooms } from './month-blooms.tsx';
import { useLook, type ShownLookScan } from './use-look.ts';
import styles from './look-page.module.css';
import { Menu } from '@nuances/ui/menu';

/** Words that are shown (SPEC.md LOOK-7). */
const wordsMax = 4;
const unanswered = Array.from({ length: 7 }, () => null);

interface Props {
  readonly unit: LookUnit;
  readonly span: Period;
  readonly today: LocalDay;
  /** The person's scans, newest first. */
  readonly scans: readonly OwnScan[];
  /** Shown in place of everything while the scans are not known. */
  readonly awaited: ReactNode;
  /** Draws a pattern that is new in it, with its sentence; draws nothing where none is new. */
  readonly renderPattern: (draw: (sentence: string) => ReactNode) => ReactNode;
}

/** The words of some scans, the most used first. */
function useWords(scans: readonly ShownLookScan[]): readonly string[] {
  const { byScan } = useTags();
  return useMemo(
    () =>
      usedTags(scans.map(({ id, at }) => ({ at, tags: byScan.get(id) ?? [] })))
        .slice(0, wordsMax)
        .map(({ tag }) => tag),
    [scans, byScan],
  );
}

/** A week or month looked back on: its blooms, what moved, words and notes, without a verdict. */
export function LookPage({ unit, span, today, scans, awaited, renderPattern }: Props) {
  const i18n = useI18n();
  const { LL } = i18n;
  const wide = useWideLayout();
  const { isFirst } = useGoBack();
  const fromHistory = useLocation({ select: ({ state }) => state.fromHistory });
  const { own, figures } = useLook(scans, span);
  const tags = useWords(own);
  const { notes } = useNotes();
  const shownNotes = useMemo(() => {
    // A locked note has no readable text.
    const readable = notes.filter((note) => !note.locked);
    return lookNotes(unit, span, readable, today);
  }, [notes, unit, span, today]);
  const title = titleOf(i18n, unit);
  const range = rangeOf(i18n, unit, span);
  const rows = own.length > 1 ? figureRows(i18n, unit, figures) : [];
  const [first] = own;
  const sentence = sentenceOf();
  const copied = [`${title}, ${range}`, '', sentence, ...rows.map(({ caption, text }) => `${caption}. ${text}`)];

  /** What is said below the blooms instead of figures. */
  function sentenceOf(): string | null {
    if (!first) return [noneSentence(i18n, unit), ...(shownNotes.own ? [LL.look.noneNotes()] : [])].join(' ');
    if (own.length === 1) return oneSentence(i18n, unit, first.at);
    return figures.still ? LL.look.still() : null;
  }

  const month =
    unit === 'week' ? (
      <SpanLink unit="month" span={monthOfWeek(span)}>
        {LL.look.seeMonth({ month: spanName(i18n, 'month', monthOfWeek(span), 'long') })}
      </SpanLink>
    ) : null;

  return (
    <div className={styles.page} data-unit={unit}>
      <PageHead
        title={
          <>
            {title} <span className="visually-hidden">{range}</span>
          </>
        }
        backName={isFirst || fromHistory ? LL.calendar.view.calendar() : LL.action.back()}
        renderBack={(link) => <Link to="/history" search={{ view: 'month' }} {...link} />}
        menu={
          <div className="screen-only">
            <LookMenu text={[...copied, ...tags].filter((line) => line !== null).join('\n')} />
          </div>
        }
      />
      <Around unit={unit} span={span} today={today}>
        {wide ? month : null}
      </Around>
      <h2 className={styles.range}>{range}</h2>
      {awaited ?? (
        <div key={span.from} className={`${styles.content} appear`}>
          <Blooms unit={unit} span={span} today={today} scans={own} />
          <div className={styles.figures}>
            {sentence === null ? null : <p className={styles.sentence}>{sentence}</p>}
            <FigureRows rows={rows} />
            {tags.length > 0 ? <WordLinks words={tags} /> : null}
          </div>
          <div className={styles.notes}>
            <LookNotes unit={unit} notes={shownNotes} />
            {renderPattern((text) => (
              <PatternRow text={text} />
            ))}
          </div>
          {wide ? null : <p className="screen-only">{month}</p>}
        </div>
      )}
    </div>
  );
}

interface AroundProps {
  readonly unit: LookUnit;
  readonly span: Period;
  readonly today: LocalDay;
  readonly children: ReactNode;
}

/** The link that was pressed leads to the next page too. */
const keepFocus = (state: HistoryState) => ({ ...state, keepsFocus: true });

/** Links to the week or month before, and to the next one once it has begun. */
function Around({ unit, span, today, children }: AroundProps) {
  const i18n = useI18n();
  const { look } = i18n.LL;
  const length = useWideLayout() ? 'long' : 'short';
  const { before, after } = spansAround(unit, span, today);
  const nameOf = (one: Period) => spanName(i18n, unit, one, length);
  const previous =
    unit === 'week' ? look.previousWeek({ range: nameOf(before) }) : look.previousMonth({ month: nameOf(before) });
  const next = (one: Period) =>
    unit === 'week' ? look.nextWeek({ range: nameOf(one) }) : look.nextMonth({ month: nameOf(one) });
  // Back still opens the screen from which the first one was opened.
  const step = { unit, replace: true, resetScroll: false } as const;
  return (
    <nav className={`${styles.around} screen-only`}>
      <SpanLink {...step} way="back" span={before} aria-label={previous} state={keepFocus}>
        {nameOf(before)}
      </SpanLink>
      {after ? (
        <SpanLink {...step} span={after} aria-label={next(after)} state={keepFocus}>
          {nameOf(after)}
        </SpanLink>
      ) : null}
      {children}
    </nav>
  );
}

interface BloomsProps {
  readonly unit: LookUnit;
  readonly span: Period;
  readonly today: LocalDay;
  /** Those of the span, in time order. */
  readonly scans: readonly ShownLookScan[];
}

/** The blooms of the days; a single one is large, and without any there is the outline of one. */
function Blooms({ unit, span, today, scans }: BloomsProps) {
  const { LL, locale } = useI18n();
  const [first] = scans;
  if (!first)
    return (
      <div className={styles.alone}>
        <Bloom answers={unanswered} size={150} innerRadius={58} decorative />
      </div>
    );
  if (scans.length === 1) {
    const date = shortDayAndMonth(new Date(first.at), locale, dateOfDay(today));
    return (
      <div className={styles.alone}>
        <Link
          to="/history/$id"
          params={{ id: first.id }}
          className={styles.one}
          aria-label={LL.today.day.one({ date, count: 1 })}
        >
          <Bloom answers={first.answers} size={176} innerRadius={58} motion={null} decorative />
        </Link>
      </div>
    );
  }
  return unit === 'week' ? (
    <WeekBlooms days={daysIn(span)} today={today} scans={scans.toReversed()} alone />
  ) : (
    <MonthBlooms span={span} today={today} scans={scans} />
  );
}

/** Menu of a look back: copies it as text, or prints it. */
function LookMenu({ text }: { readonly text: string }) {
  const { LL } = useI18n();
  return (
    <Menu
      label={LL.look.menu()}
      items={[
        {
          id: 'copy',
          label: LL.scan.copy(),
          icon: 'copy',
          onSelect: () => void copyText(text, LL.look.copied(), LL.scan.copyFailed),
        },
        { id: 'print', label: LL.scan.print(), icon: 'print', onSelect: () => window.print() },
      ]}
    />
  );
}
