import { Switch } from '@nuances/ui/switch';
import { useId, useState } from 'react';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { quizAutoAdvance } from '../../browser/settings.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './auto-switch.module.css';

/** Switch for automatic advance. A screen reader hears its description and each change. */
export function AutoSwitch() {
  const { LL } = useI18n();
  const on = useSetting(quizAutoAdvance);
  const [changed, setChanged] = useState(false);
  const id = useId();
  return (
    <div className={styles.place}>
      <Switch
        className={styles.target}
        label={
          <>
            {LL.quiz.auto()} <span className="visually-hidden">{LL.quiz.autoName()}</span>
          </>
        }
        describedBy={id}
        checked={on}
        onChange={(next) => {
          changeSetting(quizAutoAdvance, next);
          setChanged(true);
        }}
      />
      <p id={id} className="visually-hidden">
        {LL.quiz.autoHelp()}
      </p>
      <p className="visually-hidden" role="status">
        {changed ? (on ? LL.quiz.autoOn() : LL.quiz.autoOff()) : null}
      </p>
    </div>
  );
}
