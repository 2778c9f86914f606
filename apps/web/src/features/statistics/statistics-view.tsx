import { lineLayouts, linesLayoutFor, type LinesLayout } from '@nuances/domain/statistics/course';
import { Button } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { prefersReducedMotion } from '@nuances/ui/reduced-motion';
import { Segmented } from '@nuances/ui/segmented';
import { useWidth } from '@nuances/ui/use-width';
import { useCallback, useDeferredValue, useRef } from 'react';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { PeriodFilter } from '../../components/period-filter.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ChartFrame } from './lines-chart.tsx';
import { ShownCharts } from './shown-charts.tsx';
import { ShownScan } from './shown-scan.tsx';
import { useChosenScans, type View } from './use-chosen-scans.ts';
import { useWideWindow } from '../../browser/use-wide-layout.ts';
import styles from './statistics.module.css';
import { changeChoice } from '../../browser/setting.ts';
import { linesLayout } from '../../browser/settings.ts';
import { useStore } from '../../browser/store.ts';

/** Layout of the chart of all lines. In a wide window the play slider above it has the same margins. */
const frames = {
  roomy: { margin: { left: 120, right: 46 }, height: 444, reach: 27 },
  narrow: { margin: { left: 30, right: 38 }, height: 240, reach: 0 },
} as const satisfies Record<string, ChartFrame>;

/** How long the charts of another preset take to appear. */
const fadeMs = 200;

interface Props {
  /** At least one, in time order. */
  readonly scans: readonly DatedScan[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** Scans of a period as a bloom or as lines over time, with the analysis of the shown scan. */
export function StatisticsView({ scans, view, onView }: Props) {
  const { LL } = useI18n();
  const wide = useWideWindow();
  const frame = wide ? frames.roomy : frames.narrow;
  const chosen = useChosenScans(scans);
  const { whole, range, setPeriod, period, scan } = chosen;
  // What the cursor does not move is drawn after it.
  const settled = useDeferredValue(chosen);
  const [width, measured] = useWidth();
  const inside = width - frame.margin.left - frame.margin.right;
  const [layout, setLayout] = useLinesLayout(width === 0 ? null : inside, period.length);
  const lines = view === 'line' ? layout : null;
  const main = useRef<HTMLDivElement>(null);
  const fade = useCallback(() => {
    if (!prefersReducedMotion()) main.current?.animate({ opacity: [0, 1] }, fadeMs);
  }, []);
  const layouts =
    lines && scan ? (
      <Segmented
        className={`${styles.layouts} screen-only`}
        legend={LL.stats.lines.group()}
        options={lineLayouts.map((value) => ({ value, label: LL.stats.lines[value]() }))}
        value={lines}
        onChange={setLayout}
      />
    ) : null;
  return (
    <div className={styles.content} data-layout={lines ?? undefined}>
      <div className={`${styles.switches} screen-only`}>
        {wide ? layouts : null}
        <Segmented
          legend={LL.stats.view.label()}
          iconsOnly={!wide}
          options={[
            { value: 'pie', label: LL.stats.view.pie(), icon: 'pie' },
            { value: 'line', label: LL.stats.view.line(), icon: 'stats' },
          ]}
          value={view}
          onChange={onView}
        />
      </div>
      <PeriodFilter period={range} whole={whole} count={period.length} onPeriod={setPeriod} onPreset={fade} />
      <div className={styles.columns}>
        <div ref={main} className={styles.main}>
          <div ref={measured} />
          {scan ? (
            <ShownCharts
              scans={scans}
              chosen={chosen}
              settled={settled}
              scan={scan}
              layout={lines}
              isPie={view === 'pie'}
              frame={frame}
              switches={wide ? null : layouts}
              onFailed={() => onView('pie')}
            />
          ) : (
            <EmptyState
              title={LL.stats.emptyPeriod()}
              action={<Button onClick={() => setPeriod(whole)}>{LL.stats.period.all()}</Button>}
            />
          )}
        </div>
        {scan && settled.scan ? <ShownScan scans={scans} chosen={settled} scan={settled.scan} view={view} /> : null}
      </div>
    </div>
  );
}

/**
 * The person's choice of one chart or seven, kept on the device; without one by the width (SPEC.md LINES-1).
 * @param widthPx inner width of the one chart; null until it is known
 * @returns null until it is known
 */
function useLinesLayout(widthPx: number | null, scans: number) {
  const chosen = useStore(linesLayout.store);
  const byWidth = widthPx === null ? null : linesLayoutFor(widthPx, scans);
  return [chosen ?? byWidth, (next: LinesLayout) => changeChoice(linesLayout, next)] as const;
}
