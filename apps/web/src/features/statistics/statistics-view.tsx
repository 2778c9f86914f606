import type { AxisId } from '@nuances/domain/axes';
import { wholePeriod } from '@nuances/domain/period';
import { singlePointsMax } from '@nuances/domain/scan-means';
import type { TimedScan } from '@nuances/domain/scan-series';
import { Button } from '@nuances/ui/button';
import { classNames } from '@nuances/ui/class-names';
import { EmptyState } from '@nuances/ui/empty-state';
import { Segmented } from '@nuances/ui/segmented';
import { Icon } from '@nuances/ui/icon';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { answersSentence } from '../../i18n/scan-labels.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { Analysis } from './analysis.tsx';
import { ChartPlaceholder } from './chart-placeholder.tsx';
import { Legend } from './legend.tsx';
import type { ChartFrame } from './lines-chart.tsx';
import { MeanCharts } from './mean-charts.tsx';
import { PeriodFilter } from '../../components/period-filter.tsx';
import { PlayBar } from './play-bar.tsx';
import { Presets } from '../../components/presets.tsx';
import { ScanTableFold } from './scan-table-fold.tsx';
import { ShownBloom } from './shown-bloom.tsx';
import { scannedDays, SpanPanel } from './span-panel.tsx';
import { useChosenScans } from './use-chosen-scans.ts';
import { useWideWindow } from './use-wide-window.ts';
import styles from './statistics.module.css';

export type View = 'pie' | 'line';

/** Layout of the chart with the slider above it, and on a phone with the slider below. */
const frames = {
  roomy: { margin: { left: 78, right: 46 }, height: 444, reach: 24 },
  narrow: { margin: { left: 64, right: 34 }, height: 300, reach: 0 },
} as const satisfies Record<string, ChartFrame>;

interface Props {
  /** At least one, in time order. */
  readonly scans: readonly TimedScan[];
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Module of the line chart; null until it has loaded. */
  readonly chart: typeof import('./lines-chart.tsx') | null;
}

/** Scans of a period as a bloom or as charts over time, with the analysis of the shown scan. */
export function StatisticsView({ scans, view, onView, chart }: Props) {
  const words = useI18n();
  const { LL } = words;
  const [highlighted, setHighlighted] = useState<AxisId | null>(null);
  const chosen = useChosenScans(scans);
  const { whole, from, to, setPeriod, period, shown, scan, many, play, hidden } = chosen;
  const drawsMeans = view === 'line' && many.isMany;
  const moment = scan && scanMoment(words, scan.at);
  return (
    <div className={styles.content} data-view={view}>
      {scans.length > singlePointsMax ? (
        <Presets period={{ from, to }} whole={whole} count={period.length} onPeriod={setPeriod} />
      ) : (
        <PeriodFilter
          className={classNames(styles.period, 'screen-only')}
          period={{ from, to }}
          whole={whole}
          onPeriod={setPeriod}
        />
      )}
      <Segmented
        className={classNames(styles.toggle, 'screen-only')}
        legend={LL.stats.view.label()}
        options={[
          { value: 'pie', label: LL.stats.view.pie(), icon: 'pie' },
          { value: 'line', label: LL.stats.view.line(), icon: 'stats' },
        ]}
        value={view}
        onChange={onView}
      />
      {scan && moment ? (
        <>
          <ShownCharts chosen={chosen} scan={scan} view={view} highlighted={highlighted} chart={chart} />
          <p className={styles.moment}>
            <ScanLink scan={scan} /> · {moment.time}
          </p>
          <p className="print-only">
            {moment.sentence}. {answersSentence(LL, scan.answers)}
          </p>
          {view === 'line' ? (
            <div className={styles.legend}>
              <Legend hidden={hidden} solid={drawsMeans} onToggle={chosen.onToggle} onHighlight={setHighlighted} />
            </div>
          ) : null}
          <ShownPart scans={scans} chosen={chosen} scan={scan} view={view} />
          <ScanTableFold period={period} shown={shown} means={drawsMeans ? many : null} />
          <p className="visually-hidden" role="status">
            {play.ended ? LL.stats.play.end() : ''}
          </p>
        </>
      ) : (
        <EmptyState
          className={styles.none}
          title={LL.stats.emptyPeriod()}
          action={
            <Button variant="outline" onClick={() => setPeriod(whole)}>
              {LL.stats.period.all()}
            </Button>
          }
        />
      )}
    </div>
  );
}

interface ChartsProps extends Pick<Props, 'view' | 'chart'> {
  readonly chosen: ReturnType<typeof useChosenScans>;
  readonly scan: TimedScan;
  /** The line that is emphasised; null for none. */
  readonly highlighted: AxisId | null;
}

/** The period as one bloom, as lines or, with many scans, as means of weeks or months. */
function ShownCharts({ chosen, scan, view, highlighted, chart }: ChartsProps) {
  const { LL } = useI18n();
  const frame = useWideWindow() ? frames.roomy : frames.narrow;
  const [explained, setExplained] = useState(false);
  const navigate = useNavigate();
  const open = useCallback((id: string) => void navigate({ to: '/history/$id', params: { id } }), [navigate]);
  const { from, to, period, shown, choose, many, play, hidden } = chosen;
  const drawsMeans = view === 'line' && many.isMany;
  return (
    <>
      {drawsMeans ? (
        <MeanCharts
          spans={many.spans}
          unit={many.unit}
          period={{ from, to }}
          shown={many.shown}
          hidden={hidden}
          front={chosen.front}
          onFront={chosen.setFront}
          play={play}
          onChoose={chosen.chooseSpan}
        />
      ) : null}
      {period.length > 1 && !drawsMeans ? (
        <PlayBar
          className={classNames(styles.play, 'screen-only')}
          scans={period}
          shown={shown}
          playing={play.playing}
          unit={many.isMany ? many.unit : null}
          onPlay={play.start}
          onPause={play.pause}
          onChoose={choose}
          onChooseTime={chosen.choosePlace}
          onFocus={setExplained}
        />
      ) : null}
      {period.length === 1 ? <p className={styles.single}>{LL.stats.single()}</p> : null}
      {view === 'pie' ? (
        <div className={styles.bloom}>
          <ShownBloom className={styles.large} scan={scan} size="large" />
        </div>
      ) : null}
      {view === 'line' && !drawsMeans && chart ? (
        <chart.LinesChart
          scans={period}
          shown={shown}
          hidden={hidden}
          highlighted={highlighted}
          frame={frame}
          explained={explained}
          onChoose={choose}
          onOpen={open}
        />
      ) : null}
      {view === 'line' && !drawsMeans && !chart ? <ChartPlaceholder scans={period} frame={frame} /> : null}
    </>
  );
}

/** Day of the shown scan, as a link to its page. */
function ScanLink({ scan }: { readonly scan: TimedScan }) {
  const words = useI18n();
  const { LL } = words;
  const { day, time } = scanMoment(words, scan.at);
  return (
    <Link
      to="/history/$id"
      params={{ id: scan.id }}
      className={styles.open}
      aria-label={LL.history.open({ date: day, time })}
    >
      {day}
      <Icon name="right" size={18} />
    </Link>
  );
}

interface ShownProps extends Pick<Props, 'scans' | 'view'> {
  readonly chosen: ReturnType<typeof useChosenScans>;
  readonly scan: TimedScan;
}

/** Details of the shown scan and, with many scans, of its week or month. */
function ShownPart({ scans, chosen, scan, view }: ShownProps) {
  const words = useI18n();
  const { LL } = words;
  const { many, span, front, period, play, setPeriod } = chosen;
  const moment = scanMoment(words, scan.at);
  return (
    <div className={styles.shown}>
      {view === 'line' && span ? (
        <SpanPanel
          span={span}
          unit={many.unit}
          front={front}
          onOpen={() => setPeriod(wholePeriod(...scannedDays(span)))}
        />
      ) : null}
      <p className={styles.caption}>{LL.stats.shown()}</p>
      <h2 className={styles.date}>
        <ScanLink scan={scan} />
      </h2>
      <p className={styles.time}>{moment.time}</p>
      {view === 'line' ? <ShownBloom className={styles.small} scan={scan} size="small" /> : null}
      <Analysis
        scan={scan}
        before={scans[scans.indexOf(scan) - 1]}
        period={period}
        steady={play.playing || play.ended}
      />
    </div>
  );
}
