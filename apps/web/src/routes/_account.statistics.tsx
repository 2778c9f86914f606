import { createFileRoute } from '@tanstack/react-router';
import { report } from '../api/report.ts';
import { changeChoice } from '../browser/setting.ts';
import { statisticsView, statisticsViews } from '../browser/settings.ts';
import { useStore } from '../browser/store.ts';
import { wideLayout } from '../browser/use-wide-layout.ts';
import { StatisticsPlaceholder } from '../features/statistics/statistics-page.tsx';
import { Statistics } from '../features/statistics/statistics.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

interface Search {
  /** The view of the scans; undefined is the one chosen last on this device, or what the width of the window decides. */
  readonly view?: (typeof statisticsViews)[number] | undefined;
}

export const Route = createFileRoute('/_account/statistics')({
  staticData: { pageName: (LL) => LL.nav.statistics() },
  validateSearch: ({ view }): Search => ({ view: statisticsViews.find((known) => known === view) }),
  loader: async ({ context, cause }) => {
    // Neither a preload nor a change of the view opens the screen.
    if (cause === 'enter') {
      void report('usage.opened', { source: 'stats' });
      context.prefetch(({ results }) => results.own.prefetch());
    }
    await loadNamespaces('stats', 'moment', 'image', 'error', 'result', 'insight', 'consult', 'history', 'look');
  },
  pendingComponent: StatisticsPlaceholder,
  component: StatisticsScreen,
});

function StatisticsScreen() {
  const { view } = Route.useSearch();
  const chosen = useStore(statisticsView.store);
  const navigate = Route.useNavigate();
  return (
    <Statistics
      // In a wide window the bloom fits beside the lines.
      view={view ?? chosen ?? (window.matchMedia(wideLayout).matches ? 'line' : 'pie')}
      onView={(next) => {
        changeChoice(statisticsView, next);
        void navigate({ search: { view: next }, replace: true, resetScroll: false });
      }}
    />
  );
}
