import { useSetting } from '../../browser/setting.ts';
import { quizAutoAdvance, todayLookBack } from '../../browser/settings.ts';
import { useMemoryPreference } from '../../browser/today-preferences.ts';
import { useI18n } from '../../i18n/locale-store.ts';

/** How the quiz goes on after an answer. */
export function QuizValue() {
  const { LL } = useI18n();
  return useSetting(quizAutoAdvance) ? LL.settings.quizOn() : LL.settings.quizOff();
}

/** What Today shows besides the last scan. */
export function TodayValue() {
  const { LL } = useI18n();
  const week = useSetting(todayLookBack);
  const memory = useMemoryPreference().shown;
  if (week) return memory ? LL.settings.todayAll() : LL.settings.todayWeek();
  return memory ? LL.settings.todayMemory() : LL.settings.todayNone();
}
