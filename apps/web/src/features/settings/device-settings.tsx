import { Switch } from '@nuances/ui/switch';
import { changeSetting, useSetting, type Setting } from '../../browser/setting.ts';
import { offersTags, quizAutoAdvance, quizDigitKeys, todayLookBack, todayShortcuts } from '../../browser/settings.ts';
import { showMemories, showWeeks, useMemoryPreference } from '../../browser/today-preferences.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';

function SettingSwitch({ label, setting }: { readonly label: string; readonly setting: Setting }) {
  return <Switch label={label} checked={useSetting(setting)} onChange={(on) => changeSetting(setting, on)} />;
}

/** Settings of the quiz on this device. */
export function QuizSettings() {
  const { LL } = useI18n();
  const offers = useSetting(offersTags);
  return (
    <div className={styles.narrow}>
      <SettingSwitch label={LL.quiz.autoName()} setting={quizAutoAdvance} />
      <SettingSwitch label={LL.quiz.digits()} setting={quizDigitKeys} />
      <Switch label={LL.tags.settingOff()} checked={!offers} onChange={(on) => changeSetting(offersTags, !on)} />
    </div>
  );
}

/** Settings of Today on this device. */
export function TodaySettings() {
  const { LL } = useI18n();
  const { shown, hidden } = useMemoryPreference();
  return (
    <div className={styles.narrow}>
      <Switch label={LL.look.setting()} checked={useSetting(todayLookBack)} onChange={showWeeks} />
      {/* One that was hidden comes back when it is switched on. */}
      <Switch label={LL.today.memory.setting()} checked={shown && hidden.size === 0} onChange={showMemories} />
      <SettingSwitch label={LL.today.keys()} setting={todayShortcuts} />
    </div>
  );
}
