import { createFileRoute } from '@tanstack/react-router';
import { AdminStats } from '../features/admin/admin-stats.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/admin/stats')({
  staticData: { pageName: (LL) => LL.nav.admin() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter')
      context.prefetch(({ admin }) =>
        Promise.all([admin.stats.prefetch(), admin.week.prefetch(), admin.retention.prefetch(), admin.runs.prefetch()]),
      );
    await loadNamespaces('admin', 'error');
  },
  component: AdminStatsPage,
});

function AdminStatsPage() {
  const navigate = Route.useNavigate();
  return <AdminStats onRefused={() => void navigate({ to: '/', replace: true })} />;
}
