import { Switch } from '@nuances/ui/switch';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { todayLookBack, todayShortcuts } from '../../browser/settings.ts';
import { showMemories, showWeeks, useMemoryPreference } from '../../browser/today-preferences.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';

/** Settings of Today on this device. */
export function TodayChoice() {
  const { LL } = useI18n();
  const { shown, hidden } = useMemoryPreference();
  const weeks = useSetting(todayLookBack);
  const keys = useSetting(todayShortcuts);
  return (
    <div className={styles.narrow}>
      <Switch label={LL.look.setting()} checked={weeks} onChange={showWeeks} />
      {/* One that was hidden comes back when it is switched on. */}
      <Switch label={LL.today.memory.setting()} checked={shown && hidden.size === 0} onChange={showMemories} />
      <Switch label={LL.today.keys()} checked={keys} onChange={(on) => changeSetting(todayShortcuts, on)} />
    </div>
  );
}
