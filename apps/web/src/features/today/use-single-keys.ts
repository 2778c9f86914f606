import { openModals } from '@nuances/ui/modal-stack';
import { useEffect, useEffectEvent } from 'react';

/** Whether a key press is input of a control, so that it is no shortcut. */
function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/**
 * Calls back for shortcuts of one key (lower case), while no field has the focus and no layer is open above the page.
 */
export function useSingleKeys(on: boolean, actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented;
    if (isShortcut || isTyped(event) || openModals() > 0) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
