import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { useId } from 'react';
import { showFailure } from '../../api/show-failure.ts';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './calendar-offer.module.css';

/** The reminder arrives on another device, and can be turned off from here; `onStopped` takes the focus of the button. */
export function ReminderElsewhere({ onStopped }: { readonly onStopped: () => void }) {
  const { LL } = useI18n();
  const utils = trpc.useUtils();
  const title = useId();
  const remove = trpc.reminder.remove.useMutation({
    onSuccess: () => {
      onStopped();
      return utils.reminder.get.invalidate();
    },
    onError: showFailure,
  });
  return (
    <div className={styles.offer}>
      <Icon name="device" size={22} />
      <div>
        <p id={title} className="t-ui">
          {LL.reminder.there()}
        </p>
        <p className="t-small-2">{LL.reminder.thereMore()}</p>
      </div>
      <Button
        className={styles.stop}
        variant="quiet"
        aria-describedby={title}
        busy={remove.isPending}
        busyLabel={LL.common.loading()}
        onClick={() => remove.mutate()}
      >
        {LL.reminder.deviceStop()}
      </Button>
    </div>
  );
}
