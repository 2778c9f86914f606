import { isoDay } from '@nuances/domain/local-day';
import { inTimeOrder, type TimedScan } from '@nuances/domain/statistics/scan-series';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { showToast } from '@nuances/ui/toast';
import { useMemo, useState } from 'react';
import { downloadFile } from '../../browser/download.ts';
import { PeriodFilter } from '../../components/period-filter.tsx';
import { ScansState } from '../../components/scans-state.tsx';
import { useLazy } from '../../i18n/use-lazy.ts';
import { useScanList } from '../../scans/own-scans.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { NoteChoice } from './note-choice.tsx';
import { pageContent, type PageChoice } from './page-content.ts';
import type { PageMaker } from './page-maker.ts';
import type { Page } from './page-parts.ts';
import { PagePreview } from './page-preview.tsx';
import { usePageChoice } from './use-page-choice.ts';
import styles from './consultation.module.css';

/**
 * Makes one A4 page about a period, on this device: choice of its content, preview, and buttons to save and print it.
 */
export function Consultation() {
  const { LL } = useI18n();
  const { list, scans } = useScanList();
  const inOrder = useMemo(
    () =>
      inTimeOrder(scans.map(({ id, createdAt, answers }): TimedScan => ({ id, at: Date.parse(createdAt), answers }))),
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
      {inOrder.length > 0 ? <Maker scans={inOrder} /> : null}
    </div>
  );
}

const loadMaker = () => import('./page-maker.ts').then(({ openPageMaker }) => openPageMaker());

function Maker({ scans }: { readonly scans: readonly TimedScan[] }) {
  const { LL } = useI18n();
  const chosen = usePageChoice(scans);
  const { period, choice } = chosen;
  // When it cannot be loaded, a message says so; it is loaded again when the network returns.
  const maker = useLazy(true, loadMaker, () => undefined);
  const page = usePage(maker, choice);
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
        <Ways maker={maker} page={page} few={few} name={`nuances-${isoDay(period.from)}-${isoDay(period.to)}.pdf`} />
        {few ? <p className={styles.few}>{few}</p> : null}
        {page ? <PagePreview page={page} /> : null}
        {choice && !maker ? <LoadingBloom text={LL.common.loading()} /> : null}
      </section>
    </div>
  );
}

function usePage(maker: PageMaker | null, choice: PageChoice | null): Page | null {
  const words = useI18n();
  return useMemo(() => (maker && choice ? maker.layOut(pageContent(words, choice)) : null), [maker, choice, words]);
}

interface WaysProps {
  readonly maker: PageMaker | null;
  readonly page: Page | null;
  /** Reason when there is no page. */
  readonly few: string | undefined;
  /** Name of the file. */
  readonly name: string;
}

/** Buttons that save and print the page. */
function Ways({ maker, page, few, name }: WaysProps) {
  const { LL, locale } = useI18n();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (!maker || !page) return;
    setSaving(true);
    try {
      downloadFile(name, await maker.toPdf(page, locale), 'application/pdf');
    } catch (error) {
      console.error('no page', error);
      showToast({ kind: 'error', text: LL.page.error.text() });
    } finally {
      setSaving(false);
    }
  };
  const off = few === undefined ? {} : { disabledReason: few };
  return (
    <div className={`${styles.ways} screen-only`}>
      <Button
        variant="primary"
        icon="download"
        busy={saving}
        busyLabel={LL.common.loading()}
        disabled={!page}
        {...off}
        onClick={() => void save()}
      >
        {LL.consult.save()}
      </Button>
      <Button variant="outline" icon="print" disabled={!page} {...off} onClick={() => window.print()}>
        {LL.consult.print()}
      </Button>
    </div>
  );
}
