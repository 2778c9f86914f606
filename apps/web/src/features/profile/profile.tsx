import { toApiError } from '@nuances/domain/api-error';
import { Button } from '@nuances/ui/button';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Tabs } from '@nuances/ui/tabs';
import { useEffect, type ReactNode } from 'react';
import { trpc } from '../../api/queries.tsx';
import { useWideScreen } from '../../browser/use-wide-screen.ts';
import { LoadError } from '../../components/load-error.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { hasVault } from '../../keys/vault-mark.ts';
import { askAboutVault } from '../../vault/load-vault.ts';
import { useProfileDraft } from './draft.ts';
import { ProfileForm } from './profile-form.tsx';
import type { ProfileTab } from './profile-tabs.ts';
import styles from './profile.module.css';

interface Props {
  readonly userId: string;
  readonly tab: ProfileTab;
  readonly onTab: (tab: ProfileTab) => void;
  readonly onLogout: () => void;
  readonly settings: ReactNode;
  /** The page of the settings that is open. Its heading is that of the screen. */
  readonly page: ReactNode;
}

/** The profile, the settings of the account, and the logout. On a phone an open page of the settings is all of it. */
export function Profile({ userId, tab, onTab, onLogout, settings, page }: Props) {
  const { LL } = useI18n();
  const wide = useWideScreen();
  if (page && !wide) return page;
  return (
    <div className={styles.profile}>
      {page ? (
        <p className="t-h1">{LL.profile.title()}</p>
      ) : (
        <h1 className={`${styles.title} t-h1`}>{LL.profile.title()}</h1>
      )}
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
            panel: (
              <div className={styles.settings}>
                {settings}
                {page ? <div className={styles.page}>{page}</div> : null}
              </div>
            ),
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

/** The stored profile with what was typed and not saved, as soon as both have been read. */
function ProfileSection({ userId }: { readonly userId: string }) {
  const { LL } = useI18n();
  const { data, isPending, isFetching, error, refetch } = trpc.profile.get.useQuery();
  const draft = useProfileDraft(userId);
  // A vault was made elsewhere, and this page had not heard of it: the form would be empty.
  const isSealed = typeof data?.profileSealed === 'string';
  useEffect(() => {
    if (!isSealed) return;
    if (hasVault(userId)) void refetch();
    else askAboutVault(userId);
  }, [isSealed, userId, refetch]);
  if (data && draft && !isSealed) return <ProfileForm userId={userId} profile={data} draft={draft} />;
  // What is sealed and does not come opened either is a failure, as no answer is.
  if (isPending || (data && !(isSealed && error && !isFetching))) {
    return (
      <div className={styles.waiting}>
        <LoadingBloom text={LL.common.loading()} />
      </div>
    );
  }
  const reason = toApiError(error).code === 'network' ? ` ${LL.error.network()}` : '';
  return (
    <div className={styles.waiting}>
      <LoadError message={`${LL.error.profileFetch()}${reason}`} busy={isFetching} onRetry={refetch} />
    </div>
  );
}
