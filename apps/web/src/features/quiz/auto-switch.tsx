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
      <label className={styles.target}>
        <span id={`${id}-label`}>{LL.quiz.auto()}</span>
        <span id={`${id}-name`} className="visually-hidden">
          {LL.quiz.autoName()}
        </span>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the box has its own state
          role="switch"
          className={styles.input}
          aria-labelledby={`${id}-label ${id}-name`}
          aria-describedby={`${id}-help`}
          checked={on}
          onChange={(event) => {
            changeSetting(quizAutoAdvance, event.target.checked);
            setChanged(true);
          }}
        />
      </label>
      <p id={`${id}-help`} className="visually-hidden">
        {LL.quiz.autoHelp()}
      </p>
      <p className="visually-hidden" role="status">
        {changed ? (on ? LL.quiz.autoOn() : LL.quiz.autoOff()) : null}
      </p>
    </div>
  );
}
