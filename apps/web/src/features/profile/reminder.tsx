import { Button } from '@nuances/ui/button';
import { ErrorState } from '@nuances/ui/error-state';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { toApiError } from '@nuances/domain/api-error';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { ReminderForm } from './reminder-form.tsx';
import { Section } from './section.tsx';
import { sentenceOf } from './sentence-of.ts';
import { usePush } from './use-push.ts';

/** A notification at a time of the person's choice, on this device; off until they ask for it. */
export function Reminder({ userId }: { readonly userId: string }) {
  const { LL } = useI18n();
  const { data, error, isFetching, refetch } = trpc.reminder.get.useQuery();
  const { push, readPush } = usePush();
  if (data && push) {
    return <ReminderForm userId={userId} stored={data.reminder} push={push} onPushChange={readPush} />;
  }
  return (
    <Section title={LL.reminder.title()} caption={LL.reminder.lead()}>
      {error ? (
        <ErrorState
          message={sentenceOf(toApiError(error))()}
          action={
            <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
              {LL.action.retry()}
            </Button>
          }
        />
      ) : (
        <LoadingBloom size={44} text={LL.common.loading()} />
      )}
    </Section>
  );
}
