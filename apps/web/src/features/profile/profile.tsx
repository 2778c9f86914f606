import { Button } from '@nuances/ui/button';
import { Tabs } from '@nuances/ui/tabs';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { ProfileSection } from './profile-section.tsx';
import type { ProfileTab } from './profile-tabs.ts';
import styles from './profile.module.css';

interface Props {
  readonly userId: string;
  readonly tab: ProfileTab;
  readonly onTab: (tab: ProfileTab) => void;
  readonly onLogout: () => void;
  /** The sections of the tab Config. */
  readonly settings: ReactNode;
}

/** The profile, the settings of the account, and the logout. */
export function Profile({ userId, tab, onTab, onLogout, settings }: Props) {
  const { LL } = useI18n();
  return (
    <div className={styles.profile}>
      <h1 className="t-h1">{LL.profile.title()}</h1>
      <Tabs
        key={userId}
        className={styles.tabs}
        label={LL.profile.title()}
        value={tab}
        onChange={onTab}
        tabs={[
          {
            id: 'profile',
            label: LL.profile.tab.profile(),
            icon: 'profile',
            panel: <ProfileSection userId={userId} />,
            keep: true,
          },
          {
            id: 'config',
            label: LL.profile.tab.config(),
            icon: 'settings',
            panel: settings,
          },
          {
            id: 'logout',
            label: LL.profile.tab.logout(),
            icon: 'logout',
            onPress: onLogout,
            panel: (
              <div className={styles.logout}>
                <p>{LL.profile.logout.text()}</p>
                <Button variant="primary" icon="logout" onClick={onLogout}>
                  {LL.profile.logout.confirm()}
                </Button>
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}
