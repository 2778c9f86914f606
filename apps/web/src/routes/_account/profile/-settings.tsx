import { SessionsValue } from '../../../features/account/sessions-value.tsx';
import { ReminderValue } from '../../../features/reminder/reminder-value.tsx';
import { SettingsList, type SettingsRow } from '../../../features/settings/settings-list.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';
import { consentPurposes } from '@nuances/domain/consent/fields';
import { lastConsent } from '@nuances/domain/consent/ledger';
import { trpc } from '../../../api/queries.tsx';
import { useSetting } from '../../../browser/setting.ts';
import { quizAutoAdvance, todayLookBack } from '../../../browser/settings.ts';
import { useMemoryPreference } from '../../../browser/today-preferences.ts';

interface Props {
  readonly userId: string;
  /** The page beside the list that has no address of its own. */
  readonly open: SettingsRow['to'] | null;
}

/** The pages of the settings with their present values, from the features that have them. */
export function Settings({ userId, open }: Props) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config;
  return (
    <SettingsList
      open={open}
      settings={[
        { to: '/profile/language', icon: 'globe', label: texts.language(), value: LL.language[locale]() },
        { to: '/profile/quiz', icon: 'quiz', label: LL.nav.quiz(), value: <QuizValue /> },
        { to: '/profile/today', icon: 'today', label: LL.nav.today(), value: <TodayValue /> },
        {
          to: '/profile/reminder',
          icon: 'bell',
          label: LL.reminder.title(),
          value: <ReminderValue userId={userId} />,
        },
        {
          to: '/profile/security',
          icon: 'lock',
          label: LL.security.title(),
          value: <SessionsValue as="session" />,
        },
      ]}
      data={[
        { to: '/profile/export', icon: 'download', label: texts.export.title() },
        { to: '/profile/restore', icon: 'reset', label: texts.restore.title() },
        { to: '/profile/import', icon: 'upload', label: texts.journal.title() },
        { to: '/profile/consents', icon: 'check', label: LL.consent.title(), value: <ConsentsValue /> },
        { to: '/profile/server', icon: 'eye', label: texts.stored.title() },
        { to: '/profile/erase', icon: 'trash', label: texts.erase.title(), danger: true },
      ]}
    />
  );
}

/** How many agreements are given; nothing until it is known. */
function ConsentsValue() {
  const { data } = trpc.consents.list.useQuery();
  return data ? consentPurposes.filter((purpose) => lastConsent(data, purpose)?.given).length : null;
}

/** How the quiz goes on after an answer. */
function QuizValue() {
  const { LL } = useI18n();
  return useSetting(quizAutoAdvance) ? LL.settings.quizOn() : LL.settings.quizOff();
}

/** What Today shows besides the last scan. */
function TodayValue() {
  const { LL } = useI18n();
  const week = useSetting(todayLookBack);
  const memory = useMemoryPreference().shown;
  if (week) return memory ? LL.settings.todayAll() : LL.settings.todayWeek();
  return memory ? LL.settings.todayMemory() : LL.settings.todayNone();
}
