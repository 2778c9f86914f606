import { showToast } from '@nuances/ui/toast';
import { currentI18n, useI18n } from '../i18n/locale-store.ts';
import { useConnection } from './connection.ts';

// Not the sentence of the page: pressed, it would read as if the change waited here.
const sayWhy = () => showToast({ kind: 'info', text: currentI18n().LL.error.network() });

const on = { disabledReason: undefined, onRefused: undefined } as const;

/**
 * For the buttons that change who has access: while offline they are off, because such a change does not wait on the device. They
 * stay reachable, and say why when they are pressed. What is open already stays open, with what was typed.
 */
export function useChangesOff() {
  const { LL } = useI18n();
  return useConnection() === 'offline' ? { disabledReason: LL.security.offline(), onRefused: sayWhy } : on;
}
