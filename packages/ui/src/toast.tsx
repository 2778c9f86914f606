import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { useTopModal } from './modal-stack.ts';
import { type Toast, dismissToast, toasts } from './toasts.ts';
import styles from './toast.module.css';

export { dismissToast, dismissToasts, showToast } from './toasts.ts';

const none: readonly Toast[] = [];

export interface ToastRegionProps {
  /** Name of the region. */
  label: string;
  closeLabel: string;
}

/**
 * Where toasts appear; mount it once. While a dialog is open it moves into that dialog, because everything else is
 * inert and below it.
 */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.get, () => none);
  const modal = useTopModal();
  const region = (
    <section className={styles.region} aria-label={label}>
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} className={styles.lane}>
          {list
            .filter((toast) => toast.role === role)
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
            ))}
        </div>
      ))}
    </section>
  );
  return modal ? createPortal(region, modal) : region;
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [paused, setPaused] = useState(false);
  const left = useRef(toast.duration);
  const { id } = toast;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = 0;
    const stop = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left.current -= Date.now() - since;
    };
    const follow = () => {
      stop();
      if (paused || document.hidden) return;
      since = Date.now();
      // After a long pause it still shows for a second.
      timer = setTimeout(() => dismissToast(id), Math.max(left.current, 1000));
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [paused, id]);

  const signed = /^[✅❌]/u.test(toast.text);
  const { action } = toast;
  return (
    <div
      role="presentation"
      className={styles.toast}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        dismissToast(id);
      }}
    >
      {!signed && <Icon name={toast.kind === 'success' ? 'check' : 'info'} />}
      <p className={styles.text}>{toast.text}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissToast(id);
            action.onAction();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" label={closeLabel} className={styles.close} onClick={() => dismissToast(id)} />
    </div>
  );
}
