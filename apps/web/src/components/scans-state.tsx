import { Button, buttonClass } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { ErrorState } from '@nuances/ui/error-state';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Link } from '@tanstack/react-router';
import { toApiError } from '@nuances/domain/api-error';
import { useSessionCheck } from '../session/session-store.ts';
import { useI18n } from '../i18n/locale-store.ts';

interface Props {
  /** The query of the person's scans. */
  readonly list: {
    readonly data?: readonly unknown[] | undefined;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Shown when there is no scan yet. */
  readonly empty: { readonly title: string; readonly more: string };
}

/** Placeholder for scans: while they load, when loading failed, and when there are none. */
export function ScansState({ list, empty }: Props) {
  const { LL } = useI18n();
  const checking = useSessionCheck();
  if (list.isPending) return <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.common.loading()} />;
  if (list.isError && !list.data) {
    const isAway = toApiError(list.error).code === 'network';
    return (
      <ErrorState
        message={isAway ? `${LL.error.resultsLoad()} ${LL.error.network()}` : LL.error.resultsLoad()}
        action={
          <Button variant="outline" onClick={() => void list.refetch()}>
            {LL.action.retry()}
          </Button>
        }
      />
    );
  }
  if (list.data?.length !== 0) return null;
  return (
    <EmptyState
      title={empty.title}
      more={empty.more}
      action={
        <Link to="/bodyscan" className={buttonClass({ variant: 'outline' })}>
          {LL.action.startScan()}
        </Link>
      }
    />
  );
}
