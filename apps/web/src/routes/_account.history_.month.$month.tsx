import { createFileRoute } from '@tanstack/react-router';
import { LookBack, loadLookBack } from './-look-back.tsx';

export const Route = createFileRoute('/_account/history_/month/$month')({
  staticData: { pageName: (LL) => LL.look.month() },
  loader: loadLookBack,
  component: MonthPage,
});

function MonthPage() {
  const { month } = Route.useParams();
  const { tagsRead } = Route.useLoaderData();
  return <LookBack unit="month" address={month} tagsRead={tagsRead} />;
}
