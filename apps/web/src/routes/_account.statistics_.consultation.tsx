import { createFileRoute } from '@tanstack/react-router';
import { Consultation } from '../features/consultation/consultation.tsx';
import type { SayCourses } from '../features/consultation/page-content.ts';
import { chartPoints } from '../features/statistics/chart-points.ts';
import { courseSentences } from '../features/statistics/course-sentence.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { refreshNotes } from '../note-store/note-store.ts';
import { refreshTags } from '../note-store/scan-tags.ts';

export const Route = createFileRoute('/_account/statistics_/consultation')({
  staticData: { pageName: (LL) => LL.consult.open() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ results }) => results.own.prefetch());
    // Not awaited: tags and notes can be chosen once they have loaded.
    void refreshTags();
    void refreshNotes();
    await loadNamespaces('consult', 'stats', 'note', 'error');
  },
  component: ConsultationPage,
});

const sayCourses: SayCourses = (words, scans, { period, unit }) =>
  courseSentences(words, scans, chartPoints(scans, period, unit));

function ConsultationPage() {
  return <Consultation sayCourses={sayCourses} />;
}
