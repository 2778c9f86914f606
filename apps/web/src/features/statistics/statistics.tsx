import { isoWeekOf, latestWeek } from '@nuances/domain/lookback/span';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { CopyLine, ScansState } from '../../components/scans-state.tsx';
import { useNow } from '../../browser/use-now.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { weekRange } from '../../i18n/week-range.ts';
import { useDatedScans } from '../../scans/own-scans.ts';
import { MoodLines } from './moods/mood-lines.tsx';
import { StatisticsAwaited, StatisticsPage } from './statistics-page.tsx';
import { StatisticsView } from './statistics-view.tsx';
import type { View } from './use-chosen-scans.ts';
import styles from './statistics-page.module.css';

interface Props {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The statistics: scans over time. */
export function Statistics({ view, onView }: Props) {
  const { LL } = useI18n();
  const { list, scans } = useDatedScans();

  return (
    <StatisticsPage>
      {list.isPending ? <StatisticsAwaited /> : null}
      {list.isPending || scans.length > 0 ? null : (
        <ScansState
          list={{ ...list, data: list.data && [] }}
          empty={{ title: LL.stats.empty(), more: LL.stats.emptyMore() }}
        />
      )}
      {list.isPending || scans.length === 0 ? null : (
        <>
          <CopyLine at={list.dataUpdatedAt} />
          <StatisticsView scans={scans} view={view} onView={onView} />
          <FurtherLinks />
        </>
      )}
      {list.isPending ? null : <MoodLines />}
    </StatisticsPage>
  );
}

/** Links to what else the scans show: what goes together, a page for a consultation, and the week. */
function FurtherLinks() {
  const words = useI18n();
  const { LL } = words;
  const week = latestWeek(useNow());
  return (
    <nav className={`${styles.further} screen-only`} aria-label={LL.stats.further()}>
      <Link to="/statistics/insights" className={styles.furtherLink}>
        <FurtherText title={LL.insight.title()} lead={LL.insight.lead()} />
      </Link>
      <Link to="/statistics/consultation" className={styles.furtherLink}>
        <FurtherText title={LL.consult.open()} lead={LL.consult.openMore()} />
      </Link>
      <Link to="/history/week/$week" params={{ week: isoWeekOf(week.from) }} className={styles.furtherLink}>
        <FurtherText title={LL.look.week()} lead={weekRange(words, week)} />
      </Link>
    </nav>
  );
}

function FurtherText({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <>
      <span>
        <span className={styles.furtherTitle}>{title}</span>
        <span className={styles.furtherLead}>{lead}</span>
      </span>
      <Icon name="right" size={20} />
    </>
  );
}
