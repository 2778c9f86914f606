import { createFileRoute } from '@tanstack/react-router';
import { report } from '../api/report.ts';
import { StatisticsPlaceholder } from '../features/statistics/statistics-page.tsx';
import { Statistics } from '../features/statistics/statistics.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

interface Search {
  /** The view of the scans; undefined lets the width of the window decide. */
  readonly view?: 'pie' | 'line' | undefined;
}

/** From this width on the bloom fits beside the lines. */
const wide = '(min-width: 68.75em)';

export const Route = createFileRoute('/_account/statistics')({
  staticData: { pageName: (LL) => LL.nav.statistics() },
  validateSearch: ({ view }): Search => ({ view: view === 'pie' || view === 'line' ? view : undefined }),
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
  const navigate = Route.useNavigate();
  return (
    <Statistics
      view={view ?? (window.matchMedia(wide).matches ? 'line' : 'pie')}
      onView={(next) => void navigate({ search: { view: next }, replace: true, resetScroll: false })}
    />
  );
}
