import { createFileRoute } from '@tanstack/react-router';
import { StatisticsAwaited } from '../features/statistics/statistics-page.tsx';
import { Statistics } from '../features/statistics/statistics.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

interface Search {
  /** How the scans are shown; without it as the window has room. */
  readonly view?: 'pie' | 'line' | undefined;
}

/** From here on the bloom has room beside the lines. */
const wide = '(min-width: 68.75em)';

export const Route = createFileRoute('/_account/statistics')({
  staticData: { pageName: (LL) => LL.nav.statistics() },
  validateSearch: ({ view }): Search => ({ view: view === 'pie' || view === 'line' ? view : undefined }),
  loader: async ({ context, cause }) => {
    // Each call counts as an opening of this screen: no preload and no other view of it is one.
    if (cause === 'enter') context.prefetch(({ results }) => results.list.prefetch({ source: 'stats' }));
    await loadNamespaces('stats', 'image', 'error', 'result');
  },
  pendingComponent: StatisticsAwaited,
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
