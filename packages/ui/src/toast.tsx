import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { useTopModal } from './modal-stack.ts';
import { type Toast, dismissToast, leastDuration, toasts } from './toasts.ts';
import styles from './toast.module.css';

export { dismissToast, dismissToasts, showToast } from './toasts.ts';

const none: readonly Toast[] = [];

export interface ToastRegionProps {
  /** Name of the region. */
  label: string;
  closeLabel: string;
}

/** The layer that each toast appears in, by its id; one that is not in it waits until the sheet that closes has gone. */
type Places = ReadonlyMap<number, HTMLElement | null>;

/** Places toasts in the layer that is topmost when they come, where they then stay as long as that layer does. */
function usePlaces(list: readonly Toast[], top: HTMLElement | null): Places {
  const [places, setPlaces] = useState<Places>(new Map());
  // After the page has followed what the message is about: a sheet that closes with it is leaving by now.
  useEffect(() => {
    // What a layer is about to do stands in the page only after it was drawn.
    const leaving = top?.dataset['leaving'] !== undefined;
    // oxlint-disable-next-line react/set-state-in-effect
    setPlaces((before) => {
      const next = new Map<number, HTMLElement | null>();
      for (const { id } of list) {
        const place = before.get(id);
        if (place === null || place?.isConnected === true) next.set(id, place);
        else if (!leaving) next.set(id, top);
      }
      return next;
    });
  }, [list, top]);
  return places;
}

/**
 * Where toasts appear, one at a time; mount it once. What shows while a dialog is open is drawn inside of it, because
 * everything else is inert and below it; what showed before stays where it is, and its time stands still.
 */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.get, () => none);
  const top = useTopModal();
  const places = usePlaces(list, top);
  const regionIn = (layer: HTMLElement | null) => {
    const [shown, ...waiting] = list.filter(({ id }) => places.get(id) === layer);
    return (
      <section className={styles.region} aria-label={label}>
        {(['status', 'alert'] as const).map((role) => (
          <div key={role} role={role} className={styles.lane}>
            {shown?.role === role ? (
              <ToastCard
                key={shown.id}
                toast={shown}
                closeLabel={closeLabel}
                hurried={waiting.length > 0}
                covered={layer !== top}
              />
            ) : null}
          </div>
        ))}
      </section>
    );
  };
  return (
    <>
      {regionIn(null)}
      {top && createPortal(regionIn(top), top)}
    </>
  );
}

interface CardProps {
  readonly toast: Toast;
  readonly closeLabel: string;
  /** Another one waits for its place. */
  readonly hurried: boolean;
  /** A dialog lies above it. */
  readonly covered: boolean;
}

function ToastCard({ toast, closeLabel, hurried, covered }: CardProps) {
  const [held, setHeld] = useState(false);
  const paused = held || covered;
  const left = useRef(toast.duration);
  const { id } = toast;
  // What was shown long enough to be read makes room; time that has passed counts.
  const spared = hurried ? Math.max(0, toast.duration - leastDuration(toast)) : 0;

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
      timer = setTimeout(() => dismissToast(id), Math.max(left.current - spared, 1000));
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [paused, spared, id]);

  const signed = /^[✅❌]/u.test(toast.text);
  const { action } = toast;
  return (
    <div
      role="presentation"
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
