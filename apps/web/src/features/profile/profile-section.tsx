import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { toApiError } from '@nuances/domain/api-error';
import { trpc } from '../../api/queries.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useProfileDraft } from './draft.ts';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-section.module.css';

/** The stored profile with what was typed and not saved, as soon as both have been read. */
export function ProfileSection({ userId }: { readonly userId: string }) {
  const { LL } = useI18n();
  const { data, isPending, isFetching, error, refetch } = trpc.profile.get.useQuery();
  const draft = useProfileDraft(userId);
  if (data && draft) return <ProfileForm userId={userId} profile={data} draft={draft} />;
  if (isPending || data) {
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
