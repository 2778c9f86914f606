import { createStore, useStore } from '../browser/store.ts';

const online = createStore(true, () => {
  const follow = () => online.set(navigator.onLine);
  follow();
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  return () => {
    window.removeEventListener('online', follow);
    window.removeEventListener('offline', follow);
  };
});

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  return useStore(online);
}
