import type { AxisId } from '@nuances/domain/axes';
import type { LinesLayout } from '@nuances/domain/statistics/course';
import { Glyph } from '@nuances/ui/glyph';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { useLazy } from '../../i18n/use-lazy.ts';
import { answersSentence } from '../../i18n/scan-labels.ts';
import { scanMoment, scanShortMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { chartPoints } from './chart-points.ts';
import { courseDays, courseSentences } from './course-sentence.ts';
import { Legend } from './legend.tsx';
import type { ChartFrame } from './lines-chart.tsx';
import { PlayBar } from './play-bar.tsx';
import { ScanTableFold } from './scan-table.tsx';
import { SeparateCharts } from './separate-charts.tsx';
import { ShownAnalysis } from './shown-scan.tsx';
import { ShownBloom } from './shown-bloom.tsx';
import type { useChosenScans } from './use-chosen-scans.ts';
import styles from './statistics.module.css';

interface Props {
  /** All scans, in time order. */
  readonly scans: readonly DatedScan[];
  readonly chosen: ReturnType<typeof useChosenScans>;
  /** The same, a moment later while it changes. */
  readonly settled: ReturnType<typeof useChosenScans>;
  readonly scan: DatedScan;
  /** Layout of the lines; null in the other view, and until the width of the page is known. */
  readonly layout: LinesLayout | null;
  readonly isPie: boolean;
  readonly frame: ChartFrame;
  /** Controls beside the day of the shown scan. */
  readonly switches: ReactNode;
  /** Called when the code of the chart could not be loaded. */
  readonly onFailed: () => void;
}

/** The period as a bloom or as lines, with the player and a table. */
export function ShownCharts({ scans, settled, layout, isPie, switches, ...lines }: Props) {
  const words = useI18n();
  const { LL } = words;
  const { chosen, scan } = lines;
  const { range, unit, period, shown, choose, chooseTime, play } = chosen;
  const [explained, setExplained] = useState(false);
  const points = useMemo(() => chartPoints(period, range, unit), [period, range, unit]);
  return (
    <>
      {period.length > 1 ? (
        <PlayBar
          scans={period}
          points={points}
          shown={shown}
          play={play}
          saysAnswers={isPie}
          onChoose={choose}
          onChooseTime={chooseTime}
          onFocus={setExplained}
        />
      ) : null}
      <div className={`${styles.moment} screen-only`} data-alone={switches ? undefined : ''}>
        <ScanLink scan={scan} />
        {switches}
      </div>
      <p className="print-only">
        {scanMoment(words, scan).sentence}. {answersSentence(LL, scan.answers)}
      </p>
      {isPie ? <ShownBloom className={styles.large} scan={scan} size="large" quick={play.speed === 'four'} /> : null}
      {layout ? <Lines {...lines} points={points} layout={layout} explained={explained} /> : null}
      <ScanTableFold period={settled.period} shown={settled.shown} unit={isPie ? null : settled.unit} />
      {isPie || !settled.scan ? null : <ShownAnalysis scans={scans} chosen={settled} scan={settled.scan} />}
      <p className="visually-hidden" role="status">
        {play.ended ? LL.stats.play.end() : ''}
      </p>
    </>
  );
}

interface LinesProps extends Pick<Props, 'chosen' | 'scan' | 'frame' | 'onFailed'> {
  readonly points: ReturnType<typeof chartPoints>;
  readonly layout: LinesLayout;
  /** Whether the tooltip with the answers is open at the cursor. */
  readonly explained: boolean;
}

/** Seven lines, together or separate, and a sentence about each. */
function Lines({ scan, layout, ...chart }: LinesProps) {
  const words = useI18n();
  const { chosen, points } = chart;
  const { period, chooseTime } = chosen;
  // Deferred, so that it is not computed on every step while the person drags a handle of the period.
  const settled = useDeferredValue(useMemo(() => ({ period, points }), [period, points]));
  const sentences = useMemo(() => courseSentences(words, settled.period, settled.points), [words, settled]);
  const days = courseDays(words, settled.points);
  return layout === 'separate' ? (
    <SeparateCharts points={points} scan={scan} sentences={sentences} days={days} onChooseTime={chooseTime} />
  ) : (
    <Together {...chart} sentences={sentences} days={days} />
  );
}

interface TogetherProps extends Pick<LinesProps, 'chosen' | 'points' | 'frame' | 'explained' | 'onFailed'> {
  readonly sentences: ReturnType<typeof courseSentences>;
  readonly days: string;
}

/** One chart with its legend, and the sentences as a list. */
function Together({ chosen, points, sentences, days, frame, explained, onFailed }: TogetherProps) {
  const { LL } = useI18n();
  const id = useId();
  const navigate = useNavigate();
  const [highlighted, setHighlighted] = useState<AxisId | null>(null);
  const open = useCallback((scan: string) => void navigate({ to: '/history/$id', params: { id: scan } }), [navigate]);
  const chart = useLazy(true, () => import('./lines-chart.tsx'), onFailed);
  const { period, shown, hidden, choose, onToggle } = chosen;
  return (
    <>
      {chart ? (
        <chart.LinesChart
          scans={period}
          points={points}
          labelledBy={`${id}-name ${id}-say`}
          shown={shown}
          hidden={hidden}
          highlighted={highlighted}
          frame={frame}
          explained={explained}
          onChoose={choose}
          onOpen={open}
        />
      ) : (
        <div className={styles.awaited}>
          <LoadingBloom text={LL.common.loading()} />
        </div>
      )}
      <p id={`${id}-name`} hidden>
        {`${LL.stats.chart.name()}, ${days}.`}
      </p>
      <div className={styles.legend}>
        <Legend hidden={hidden} onToggle={onToggle} onHighlight={setHighlighted} />
      </div>
      <section className={styles.say} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} className={styles.sayTitle}>
          {LL.stats.say.title()}
        </h2>
        <ul id={`${id}-say`}>
          {sentences.map(({ axis, long }) => (
            <li key={axis}>
              <Glyph hue={axis} size={20} />
              <span>{LL.stats.say.name({ right: LL.axis[axis].right(), sentence: long })}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Day and time of the shown scan, as a link to its page. */
function ScanLink({ scan }: { readonly scan: DatedScan }) {
  const words = useI18n();
  const { LL } = words;
  const when = scanShortMoment(words, scan);
  return (
    <Link to="/history/$id" params={{ id: scan.id }} className={styles.open} aria-label={LL.history.open({ when })}>
      {when}
    </Link>
  );
}
