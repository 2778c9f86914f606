import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../icon-button.tsx';
import { Icon } from '../icon.tsx';
import { useTopModal } from './modal-stack.ts';
import { type Toast, dismissToast, leastDuration, toasts } from './toasts.ts';
import { UnbrokenWords } from '../unbroken-words.tsx';
import styles from './toast.module.css';

export { dismissToast, dismissToasts, longToastMs, showToast } from './toasts.ts';

const none: readonly Toast[] = [];

export interface ToastRegionProps {
  /** Name of the region. */
  label: string;
  closeLabel: string;
}

/** The layer of each toast, by its id; a toast without one waits until the closing sheet has disappeared. */
type Places = ReadonlyMap<number, HTMLElement | null>;

/** Assigns each new toast to the topmost layer, where it stays as long as that layer does. */
function usePlaces(list: readonly Toast[], top: HTMLElement | null): Places {
  const [places, setPlaces] = useState<Places>(new Map());
  // After the page has reacted to the same event: a sheet that closes with it is closing by now.
  useEffect(() => {
    // A layer that is about to open or close is in the page only after the next paint.
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
 * Shows toasts, one at a time; mount it once. A toast that appears while a dialog is open is rendered inside of the
 * dialog, because everything else is inert and below it; an earlier toast stays where it is, and its time stops.
 */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.get, () => none);
  const top = useTopModal();
  const places = usePlaces(list, top);
  const regionIn = (layer: HTMLElement | null) => {
    const [shown, ...waiting] = list.filter(({ id }) => places.get(id) === layer);
    return (
      // One name: two regions of the same name could not be told apart.
      <section className={styles.region} aria-label={layer === top ? label : undefined}>
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

/**
 * Keeps a toast where it first appears: the page below it may change. When it goes with the focus in it, that returns to
 * where it was before.
 */
function holdPlace(card: HTMLElement | null) {
  const region = card?.closest('section');
  if (!card || !region) return;
  region.style.setProperty('--bottom-bar', getComputedStyle(region).getPropertyValue('--bottom-bar') || '0px');
  region.dataset['edge'] = document.querySelector('[data-toasts="top"]:not([hidden] *)') ? 'top' : 'bottom';
  let before: EventTarget | null = null;
  card.addEventListener('focusin', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && card.contains(relatedTarget))) before = relatedTarget;
  });
  return () => {
    region.style.removeProperty('--bottom-bar');
    if (!card.contains(document.activeElement)) return;
    const next = before instanceof HTMLElement && before.isConnected ? before : document.querySelector('main');
    next?.focus({ preventScroll: true });
  };
}

interface CardProps {
  readonly toast: Toast;
  readonly closeLabel: string;
  /** Another toast is waiting. */
  readonly hurried: boolean;
  /** A dialog is above it. */
  readonly covered: boolean;
}

function ToastCard({ toast, closeLabel, hurried, covered }: CardProps) {
  const [held, setHeld] = useState(false);
  const paused = held || covered;
  const left = useRef(toast.duration);
  const { id } = toast;
  // A toast that was shown long enough to be read is replaced; time that has passed counts.
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
      // After a long pause it is still shown for a second.
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
      ref={holdPlace}
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
      <p className={styles.text}>
        <UnbrokenWords>{toast.text}</UnbrokenWords>
      </p>
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
