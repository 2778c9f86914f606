import { inTimeOrder } from '@nuances/domain/statistics/scan-series';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { useMemo } from 'react';
import { PeriodFilter } from '../../components/period-filter.tsx';
import { ScansState } from '../../components/scans-state.tsx';
import { useScanList } from '../../scans/own-scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { NoteChoice } from './note-choice.tsx';
import { pageContent, type SayCourses } from './page-content.ts';
import { PageSheet } from './page-sheet.tsx';
import { usePageChoice } from './use-page-choice.ts';
import styles from './consultation.module.css';

/**
 * Makes one A4 page about a period, on this device: choice of its content, preview, and a button that prints it.
 */
export function Consultation({ sayCourses }: { readonly sayCourses: SayCourses }) {
  const { LL } = useI18n();
  const { list, scans } = useScanList();
  const inOrder = useMemo(
    () =>
      inTimeOrder(
        scans.map(({ id, createdAt, answers, moment }): DatedScan => ({
          id,
          at: Date.parse(createdAt),
          answers,
          moment,
        })),
      ),
    [scans],
  );
  return (
    <div className={`${styles.page} page`}>
      <div className="screen-only">
        <h1 className="t-h1" tabIndex={-1}>
          {LL.consult.open()}
        </h1>
        <p className={styles.lead}>{LL.consult.openMore()}</p>
      </div>
      <ScansState list={list} empty={{ title: LL.consult.few(), more: '' }} />
      {inOrder.length > 0 ? <Maker scans={inOrder} sayCourses={sayCourses} /> : null}
    </div>
  );
}

function Maker({ scans, sayCourses }: { readonly scans: readonly DatedScan[]; readonly sayCourses: SayCourses }) {
  const chosen = usePageChoice(scans);
  const { period, choice } = chosen;
  const words = useI18n();
  const { LL } = words;
  const content = useMemo(() => (choice ? pageContent(words, choice, sayCourses) : null), [words, choice, sayCourses]);
  const few = choice ? undefined : LL.consult.few();
  return (
    <div className={styles.parts}>
      <div className={styles.period}>
        <PeriodFilter period={period} whole={chosen.whole} count={chosen.count} onPeriod={chosen.setPeriod} />
      </div>
      <div className={`${styles.content} screen-only`}>
        <CheckField label={LL.consult.set.say()} checked={chosen.hasLines} onChange={chosen.setHasLines} />
        <CheckField label={LL.consult.set.tags()} checked={chosen.hasTags} onChange={chosen.setHasTags} />
        {chosen.hasTags && chosen.tags.length === 0 ? (
          <p className={styles.caption}>{LL.consult.set.tagsNone()}</p>
        ) : null}
        <NoteChoice notes={chosen.notes} chosen={chosen.chosenNotes} onChosen={chosen.setChosenNotes} />
      </div>
      <section className={styles.preview} aria-labelledby="consultation-preview">
        <h2 id="consultation-preview" className={`${styles.legend} screen-only`}>
          {LL.consult.preview()}
        </h2>
        <div className={`${styles.ways} screen-only`}>
          <Button variant="primary" icon="print" disabledReason={few} onClick={() => window.print()}>
            {LL.consult.print()}
          </Button>
        </div>
        {few ? <p className={styles.few}>{few}</p> : null}
        {content ? <PageSheet content={content} /> : null}
      </section>
    </div>
  );
}
