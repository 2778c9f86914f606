import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { Suspense, use } from 'react';
import { sendAll, usePendingScans } from '../../offline/outbox.ts';
import { useSession } from '../../session.ts';
import { loadWords, useWords } from '../../words.ts';
import styles from './outbox-status.module.css';

/** How much of this person's work waits on the device, with a way to send it now; nothing when nothing waits. */
export function OutboxStatus() {
  const session = useSession();
  const pending = usePendingScans();
  const mine = pending.filter(({ owner }) => session.status === 'in' && owner === session.userId);
  if (mine.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Waiting count={mine.length} />
    </Suspense>
  );
}

let outboxWords: Promise<void> | undefined;

function Waiting({ count }: { readonly count: number }) {
  use((outboxWords ??= loadWords('outbox')));
  const { LL, locale } = useWords();
  return (
    <div className={styles.status} role="status">
      <p>{countText(LL.outbox.waiting, locale, count)}</p>
      <Button variant="outline" size="small" onClick={() => void sendAll()}>
        {LL.outbox.sendNow()}
      </Button>
    </div>
  );
}
