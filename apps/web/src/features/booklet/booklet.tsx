import { dayOf } from '@nuances/domain/local-day';
import { presetPeriod, type Period, wholePeriod } from '@nuances/domain/statistics/period';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { NotesError } from '../../components/notes/notes-error.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PeriodFilter } from '../../components/period-filter.tsx';
import { ScansError } from '../../components/scans-state.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import type { AnyNote } from '../../note-store/note.ts';
import { useNotes } from '../../note-store/note-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { useScanList } from '../../scans/own-scans.ts';
import { BookletPages } from './booklet-pages.tsx';
import { entriesOf } from './entries.ts';
import styles from './booklet.module.css';

/** Makes a booklet of notes and scans of a period, on this device: choice of its content, preview, and print. */
export function Booklet() {
  const { LL } = useI18n();
  const { list, scans } = useScanList();
  const { notes, status, failure } = useNotes();
  const ready = (list.isSuccess || list.isError) && status !== 'loading';
  const missing = {
    notes: status !== 'ready' && notes.length === 0,
    scans: list.data === undefined && scans.length === 0,
  };
  return (
    <div className={`${styles.page} page`}>
      <div className={`${styles.top} screen-only`}>
        <PageHead title={LL.booklet.open()} renderBack={(link) => <Link to="/profile/export" {...link} />} />
        <p className={styles.lead}>{LL.booklet.openMore()}</p>
      </div>
      {ready ? (
        <>
          <div className="screen-only">
            {list.data ? null : <ScansError list={list} />}
            <NotesError status={status} failure={failure} beside />
          </div>
          {missing.notes && missing.scans ? null : <Maker notes={notes} scans={scans} missing={missing} />}
        </>
      ) : (
        <LoadingBloom text={LL.common.loading()} />
      )}
    </div>
  );
}

interface Things {
  readonly notes: readonly AnyNote[];
  readonly scans: readonly ShownScan[];
}

interface MakerProps extends Things {
  /** What could not be loaded: it cannot be chosen, nor be counted as none. */
  readonly missing: { readonly notes: boolean; readonly scans: boolean };
}

/** From the first to the last of what there is; null without anything. */
function wholeOf({ notes, scans }: Things): Period | null {
  const times = [...notes, ...scans].map(({ createdAt }) => Date.parse(createdAt)).sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? null : wholePeriod(first, last);
}

function Maker({ notes, scans, missing }: MakerProps) {
  const { LL, locale } = useI18n();
  const whole = useMemo(() => wholeOf({ notes, scans }), [notes, scans]);
  const [today] = useState(() => dayOf(Date.now()));
  const [chosenPeriod, setPeriod] = useState<Period | null>(null);
  const [content, setContent] = useState({ notes: true, scans: true, tags: true });
  const [made, setMade] = useState(false);
  const all = whole ?? { from: today, to: today };
  const period = chosenPeriod ?? presetPeriod('quarter', all);
  const { entries, locked } = useMemo(
    () => entriesOf({ ...content, period: { from: period.from, to: period.to } }, notes, scans),
    [content, period.from, period.to, notes, scans],
  );
  const scansOfPeriod = useMemo(
    () =>
      entriesOf({ notes: false, scans: true, period: { from: period.from, to: period.to } }, [], scans).entries.length,
    [period.from, period.to, scans],
  );
  // A booklet of another choice is not the one that was asked for.
  const change = (next: () => void) => {
    setMade(false);
    next();
  };
  const empty = entries.length === 0;
  const nothing = locked > 0 ? countText(LL.booklet.locked, locale, locked) : LL.booklet.empty();
  const counts = {
    notes: entries.filter(({ kind }) => kind === 'note').length,
    scans: entries.filter(({ kind }) => kind === 'scan').length,
  };
  const held = [
    ...(content.notes && !missing.notes ? [countText(LL.booklet.notesCount, locale, counts.notes)] : []),
    ...(content.scans && !missing.scans ? [countText(LL.booklet.scansCount, locale, counts.scans)] : []),
  ].join(', ');
  return (
    <div className={styles.parts}>
      <div className="screen-only">
        {whole ? (
          <PeriodFilter
            period={period}
            whole={whole}
            count={scansOfPeriod}
            onPeriod={(next) => change(() => setPeriod(next))}
          />
        ) : null}
        <fieldset className={styles.content}>
          <legend className={styles.legend}>{LL.booklet.with()}</legend>
          {(['notes', 'scans', 'tags'] as const)
            .filter((part) => part === 'tags' || !missing[part])
            .map((part) => (
              <CheckField
                key={part}
                label={part === 'tags' ? LL.booklet.words() : LL.booklet[part]()}
                checked={content[part]}
                onChange={(chosen) => change(() => setContent({ ...content, [part]: chosen }))}
              />
            ))}
        </fieldset>
        <p className={styles.private}>{LL.booklet.private()}</p>
        <div className={styles.ways}>
          <Button
            variant={made ? 'outline' : 'primary'}
            disabledReason={empty ? nothing : undefined}
            onClick={() => setMade(true)}
          >
            {LL.booklet.make()}
          </Button>
          {made ? (
            <Button variant="primary" icon="print" onClick={() => window.print()}>
              {LL.booklet.print()}
            </Button>
          ) : null}
        </div>
        <p className={styles.empty} role="status">
          {empty ? nothing : ''}
        </p>
      </div>
      {made && !empty ? (
        <BookletPages period={period} entries={entries} locked={locked} held={held} hasTags={content.tags} />
      ) : null}
    </div>
  );
}
