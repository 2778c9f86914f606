import { createFileRoute } from '@tanstack/react-router';
import { unfinishedDay } from '../features/quiz/stored-run.ts';
import { WeekOnToday } from '../features/lookback/week-on-today.tsx';
import { ReminderOffer } from '../features/reminder/reminder-offer.tsx';
import { Today, type OfferPlace } from '../features/today/today.tsx';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { useUserId } from '../session/session-store.ts';

export const Route = createFileRoute('/_account/dashboard')({
  staticData: { pageName: (LL) => LL.nav.today() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ results }) => results.own.prefetch());
    // Only the memory of this day needs the notes; nothing waits for them.
    void refreshNotes();
    const [unfinished] = await Promise.all([
      unfinishedDay(),
      loadNamespaces(
        'install',
        'today',
        'quick',
        'moment',
        'outbox',
        'dashboard',
        'image',
        'error',
        'reminder',
        'look',
        'note',
      ),
    ]);
    return { unfinished };
  },
  // The unfinished quiz is read again whenever Today is opened.
  gcTime: 0,
  component: TodayPage,
});

function TodayPage() {
  const { unfinished } = Route.useLoaderData();
  return <Today unfinished={unfinished} Offer={Offer} LookBack={WeekOnToday} />;
}

function Offer(place: OfferPlace) {
  const userId = useUserId();
  return userId === null ? null : <ReminderOffer userId={userId} {...place} />;
}
