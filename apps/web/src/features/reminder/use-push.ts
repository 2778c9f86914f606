import { useEffect, useState } from 'react';
import { readPushState, type PushState } from '../../browser/push-subscription.ts';

/** State of notifications in this browser, read again when the page becomes visible; undefined until it is known. */
export function usePush(): { readonly push: PushState | undefined; readonly readPush: () => Promise<void> } {
  const [push, setPush] = useState<PushState>();
  const readPush = async () => setPush(await readPushState());
  useEffect(() => {
    const read = () => void readPushState().then(setPush);
    read();
    // The permission is changed in a panel of the browser.
    document.addEventListener('visibilitychange', read);
    window.addEventListener('focus', read);
    return () => {
      document.removeEventListener('visibilitychange', read);
      window.removeEventListener('focus', read);
    };
  }, []);
  return { push, readPush };
}
