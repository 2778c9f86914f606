import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useState } from 'react';
import { retryLostStyles } from './chunk-errors.ts';
import { currentI18n } from '../i18n/locale-store.ts';

/**
 * Code and words that are fetched when they are first wanted: null until they are here. When they
 * cannot be fetched the person is told, `onFailed` takes the wish back, and the page stays as it is;
 * the next wish tries again, and what is wanted all the time is tried again with the network.
 */
export function useLazy<M>(wanted: boolean, load: () => Promise<M>, onFailed: () => void): M | null {
  const [loaded, setLoaded] = useState<M | null>(null);
  const [tries, setTries] = useState(0);
  const start = useEffectEvent(async () => {
    // What is here already needs none of them.
    await retryLostStyles().catch(() => undefined);
    return load();
  });
  const failed = useEffectEvent(() => {
    showToast({ kind: 'error', role: 'alert', text: currentI18n().LL.connection.trouble() });
    onFailed();
  });

  useEffect(() => {
    if (!wanted || loaded !== null) return;
    let gone = false;
    const again = () => setTries((before) => before + 1);
    start().then(
      (module) => {
        if (!gone) setLoaded(() => module);
      },
      () => {
        if (gone) return;
        window.addEventListener('online', again);
        failed();
      },
    );
    return () => {
      gone = true;
      window.removeEventListener('online', again);
    };
  }, [wanted, loaded, tries]);

  return loaded;
}
