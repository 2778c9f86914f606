import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useState } from 'react';
import { wordsNow } from './words.ts';

/**
 * Code and words that are fetched when they are first wanted: null until they are here. When they
 * cannot be fetched the person is told, `onFailed` takes the wish back, and the page stays as it is;
 * the next wish tries again.
 */
export function useOnDemand<M>(wanted: boolean, load: () => Promise<M>, onFailed: () => void): M | null {
  const [loaded, setLoaded] = useState<M | null>(null);
  const start = useEffectEvent(load);
  const failed = useEffectEvent(() => {
    showToast({ kind: 'error', role: 'alert', text: wordsNow().LL.connection.trouble() });
    onFailed();
  });

  useEffect(() => {
    if (!wanted || loaded !== null) return;
    let gone = false;
    start().then(
      (module) => {
        if (!gone) setLoaded(() => module);
      },
      () => {
        if (!gone) failed();
      },
    );
    return () => {
      gone = true;
    };
  }, [wanted, loaded]);

  return loaded;
}
