import { Button } from '@nuances/ui/button';
import { Tabs } from '@nuances/ui/tabs';
import { useUserId } from '../../session/session-store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { Config } from './config.tsx';
import { ProfileSection } from './profile-section.tsx';
import type { ProfileTab } from './profile-tabs.ts';
import styles from './profile.module.css';

interface Props {
  readonly tab: ProfileTab;
  readonly onTab: (tab: ProfileTab) => void;
  readonly onLogout: () => void;
  /** Leaves the screens of a logged-in person, once the account is deleted. */
  readonly onErased: () => Promise<void>;
}

/** The profile, the settings of the account, and the logout. */
export function Profile({ tab, onTab, onLogout, onErased }: Props) {
  const { LL } = useI18n();
  const userId = useUserId();
  if (userId === null) return null;
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
            panel: <Config userId={userId} onErased={onErased} />,
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
