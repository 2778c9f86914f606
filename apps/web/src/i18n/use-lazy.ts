import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useState } from 'react';
import { retryFailedStyles } from '../browser/chunk-errors.ts';
import { currentI18n } from './locale-store.ts';

/**
 * Code and translations that are loaded when they are first wanted; null until then. When loading fails, a toast says
 * so, `onFailed` resets `wanted`, and the page stays as it is. The next request tries again; something still wanted is
 * tried again when the network returns.
 */
export function useLazy<M>(wanted: boolean, load: () => Promise<M>, onFailed: () => void): M | null {
  const [loaded, setLoaded] = useState<M | null>(null);
  const [tries, setTries] = useState(0);
  const start = useEffectEvent(async () => {
    // Code that is loaded already may not need them.
    await retryFailedStyles().catch(() => undefined);
    return load();
  });
  const failed = useEffectEvent(() => {
    showToast({ kind: 'error', text: currentI18n().LL.connection.trouble() });
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
