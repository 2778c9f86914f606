import { createFileRoute } from '@tanstack/react-router';
import { AdminStats } from '../features/admin/admin-stats.tsx';
import { choiceOf, type DashboardSearch, searchOf } from '../features/admin/dashboard-search.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/admin/stats')({
  staticData: { pageName: (LL) => LL.nav.admin() },
  validateSearch: (search): DashboardSearch => searchOf(choiceOf(search)),
  loader: async ({ context, cause }) => {
    if (cause === 'enter')
      context.prefetch(({ admin }) =>
        Promise.all([
          admin.stats.prefetch(),
          admin.week.prefetch(),
          admin.funnel.prefetch(),
          admin.retention.prefetch(),
          admin.runs.prefetch(),
        ]),
      );
    await loadNamespaces('admin', 'error');
  },
  component: AdminStatsPage,
});

function AdminStatsPage() {
  const choice = choiceOf({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <AdminStats
      choice={choice}
      onChoice={(next) => void navigate({ search: searchOf(next), replace: true, resetScroll: false })}
      onRefused={() => void navigate({ to: '/', replace: true })}
    />
  );
}
