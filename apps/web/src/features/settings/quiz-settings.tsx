import { Switch } from '@nuances/ui/switch';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { offersTags, quizDigitKeys, quizAutoAdvance } from '../../browser/settings.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';

/** Settings of the quiz on this device. */
export function QuizSettings() {
  const { LL } = useI18n();
  const movesOn = useSetting(quizAutoAdvance);
  const digits = useSetting(quizDigitKeys);
  const offers = useSetting(offersTags);
  return (
    <div className={styles.narrow}>
      <Switch
        label={LL.quiz.autoName()}
        checked={movesOn}
        onChange={(checked) => changeSetting(quizAutoAdvance, checked)}
      />
      <Switch label={LL.quiz.digits()} checked={digits} onChange={(checked) => changeSetting(quizDigitKeys, checked)} />
      <Switch
        label={LL.tags.settingOff()}
        checked={!offers}
        onChange={(checked) => changeSetting(offersTags, !checked)}
      />
    </div>
  );
}
