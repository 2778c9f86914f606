import { Icon } from '@nuances/ui/icon';
import { useEffect, useState } from 'react';
import { changeSetting, isSettingOn } from '../../browser/setting.ts';
import { saysReadable } from '../../browser/today-preferences.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { useReadableOffline } from '../../offline/readable-offline.ts';
import styles from './readable-line.module.css';

/** Says once on a device, until it is cleared, that everything can be read offline from now on. */
export function ReadableLine() {
  const { LL } = useI18n();
  const ready = useReadableOffline();
  const [unsaid] = useState(() => isSettingOn(saysReadable));
  const says = ready && unsaid;
  useEffect(() => {
    if (says) changeSetting(saysReadable, false);
  }, [says]);
  return (
    <div role="status">
      {says ? (
        <div className={styles.line}>
          <Icon name="check" size={18} />
          {LL.today.readable()}
        </div>
      ) : null}
    </div>
  );
}
