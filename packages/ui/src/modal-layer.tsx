import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { enterModal } from './modal-stack.ts';
import styles from './modal-layer.module.css';

/** Length of the way in and out, in ms; the style sheet says the same. */
const moveMs = 300;
/** When the first field takes the focus, in ms after opening. */
const focusMs = 100;

/** What had the focus before each layer; a layer whose opener was removed falls back to that one's opener. */
const openers = new WeakMap<Element, Element>();

function stillThere(element: Element | null | undefined): Element | undefined {
  if (!element || element.isConnected) return element ?? undefined;
  const layer = element.closest('dialog');
  return layer ? stillThere(openers.get(layer)) : undefined;
}

export interface ModalLayerProps {
  open: boolean;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog' | undefined;
  label?: string | undefined;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  /** Whether Escape, the back gesture and a click beside the panel close it. */
  dismissable?: boolean | undefined;
  /** What takes the focus first; otherwise the first field, otherwise the panel itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** What takes it afterwards when the element that had it before was removed. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  panelClassName?: string | undefined;
  children: ReactNode;
}

/**
 * The layer below dialogs and drawers: a native <dialog> over the whole window (focus trap, top layer, inert page),
 * holding scrim and panel. Its children stay mounted until it has left.
 */
export function ModalLayer(props: ModalLayerProps) {
  const { open } = props;
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);

  const leaving = present && !open;
  useEffect(() => {
    if (!leaving) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => setPresent(false), still ? 1 : moveMs);
    return () => clearTimeout(timer);
  }, [leaving]);

  if (!present) return null;
  return <OpenLayer {...props} />;
}

function OpenLayer({
  open,
  onClose,
  role = 'dialog',
  label,
  labelledBy,
  describedBy,
  dismissable = true,
  initialFocus,
  focusAfter,
  panelClassName,
  children,
}: ModalLayerProps) {
  const layer = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const focusFirst = useRef(initialFocus);
  const focusLast = useRef(focusAfter);
  useEffect(() => {
    focusFirst.current = initialFocus;
    focusLast.current = focusAfter;
  });

  useLayoutEffect(() => {
    const dialog = layer.current;
    if (!dialog) return;
    const before = document.activeElement;
    if (before) openers.set(dialog, before);
    if (!dialog.open) dialog.showModal();
    panel.current?.focus({ preventScroll: true });
    const leave = enterModal(dialog);
    const timer = setTimeout(() => {
      const inside = panel.current;
      // A focus that has moved meanwhile stays where it is.
      if (!inside || document.activeElement !== inside) return;
      const first = focusFirst.current?.current ?? firstField(inside);
      first?.focus();
    }, focusMs);
    const instead = () => focusLast.current?.();
    return () => {
      clearTimeout(timer);
      leave();
      dialog.close();
      const next = before?.isConnected ? before : (instead() ?? stillThere(before));
      if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true });
      // Without an opener the page's content takes the focus, not the start of the document.
      const active = document.activeElement;
      if (active === document.body || dialog.contains(active))
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, []);

  const dismiss = () => {
    if (dismissable && open) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    dismiss();
  };
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== layer.current) return;
    event.preventDefault();
    dismiss();
  };
  const onNativeClose = (event: SyntheticEvent) => {
    // The browser may close a dialog that refused once; follow it, or come back.
    if (event.target !== layer.current || layer.current.open || !open) return;
    if (dismissable) onClose();
    else layer.current.showModal();
  };

  return (
    <dialog
      ref={layer}
      className={styles.layer}
      role={role === 'alertdialog' ? role : undefined}
      aria-modal="true"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-leaving={open ? undefined : ''}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onNativeClose}
    >
      <div
        role="presentation"
        className={styles.scrim}
        onPointerDown={(event) => event.preventDefault()}
        onClick={dismiss}
      />
      <div ref={panel} tabIndex={-1} className={classNames(styles.panel, panelClassName)}>
        {children}
      </div>
    </dialog>
  );
}

function firstField(inside: HTMLElement): HTMLElement | null {
  return inside.querySelector<HTMLElement>(
    'input:not([type=hidden], [readonly], :disabled), textarea:not([readonly], :disabled), select:not(:disabled)',
  );
}
