import { createFileRoute } from '@tanstack/react-router';
import { LookBack, loadLookBack } from './-look-back.tsx';

export const Route = createFileRoute('/_account/history_/week/$week')({
  staticData: { pageName: (LL) => LL.look.week() },
  loader: loadLookBack,
  component: WeekPage,
});

function WeekPage() {
  const { week } = Route.useParams();
  const { tagsRead } = Route.useLoaderData();
  return <LookBack unit="week" address={week} tagsRead={tagsRead} />;
}
