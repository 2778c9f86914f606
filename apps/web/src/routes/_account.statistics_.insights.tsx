import { createFileRoute } from '@tanstack/react-router';
import { Insights } from '../features/insights/insights.tsx';
import { refreshTags } from '../note-store/scan-tags.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

export const Route = createFileRoute('/_account/statistics_/insights')({
  staticData: { pageName: (LL) => LL.insight.title() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ results }) => results.own.prefetch());
    const tagsRead = refreshTags();
    await loadNamespaces('insight', 'error', 'quiz', 'moment');
    return { tagsRead };
  },
  component: InsightsScreen,
});

function InsightsScreen() {
  return <Insights tagsRead={Route.useLoaderData().tagsRead} />;
}
