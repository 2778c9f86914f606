import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { ErrorState } from '@nuances/ui/error-state';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useI18n } from '../../i18n/locale-store.ts';
import { refreshNotes, type NotesView } from '../../note-store/note-store.ts';
import { useSessionCheck } from '../../session/session-store.ts';

interface Props extends Pick<NotesView, 'status' | 'failure'> {
  /** Whether notes are shown nevertheless; the failure is then a banner. */
  readonly beside: boolean;
}

/** Shown instead of the notes while they load or when loading failed, with the reason; null when they are ready. */
export function NotesError({ status, failure, beside }: Props) {
  const { LL } = useI18n();
  const checking = useSessionCheck();
  if (status === 'ready') return null;
  if (status === 'loading') {
    if (beside) return null;
    return <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.notes.loading()} />;
  }
  if (status === 'insecure') return <ErrorState message={LL.error.noteHttps()} />;
  const silent = failure === null || failure.code === 'network' ? LL.error.network() : null;
  const message = status === 'keyMissing' ? LL.error.userKey() : (silent ?? failure?.message ?? LL.error.server());
  const retry = (
    <Button size={beside ? 'small' : 'normal'} onClick={() => void refreshNotes()}>
      {LL.action.retry()}
    </Button>
  );
  return beside ? <Banner action={retry}>{message}</Banner> : <ErrorState message={message} action={retry} />;
}
