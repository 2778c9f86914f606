import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { FetchState } from '../../components/fetch-state.tsx';
import { ReminderForm } from './reminder-form.tsx';
import { usePush } from './use-push.ts';

/** A notification at a time of the person's choice, on this device; off until they ask for it. */
export function Reminder({ userId }: { readonly userId: string }) {
  const { LL } = useI18n();
  const query = trpc.reminder.get.useQuery();
  const { data } = query;
  const { push, readPush } = usePush();
  if (data && push) {
    return <ReminderForm userId={userId} stored={data.reminder} push={push} onPushChange={readPush} />;
  }
  return data ? <LoadingBloom size={44} text={LL.common.loading()} /> : <FetchState query={query} />;
}
