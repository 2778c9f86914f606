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
import { classNames } from '../class-names.ts';
import { enterModal } from './modal-stack.ts';
import styles from './modal-layer.module.css';

/** Duration of opening and closing, milliseconds; the same in the style sheet. */
const moveMs = 300;
/** Delay of the focus on the first field after opening, milliseconds. */
const focusMs = 100;

/** The element that had the focus before each layer; when it was removed, that of the layer below is used. */
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
  /** The element with the initial focus; otherwise the first field, otherwise the panel. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The element that gets the focus after closing when the previous one was removed. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  panelClassName?: string | undefined;
  children: ReactNode;
}

/**
 * The layer of dialogs and drawers: a native <dialog> over the whole window (focus trap, top layer, inert page) with
 * scrim and panel. Its children stay mounted until the animation has ended.
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
      // A focus that was moved meanwhile stays where it is.
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
      // Without an opener the page's content gets the focus, not the start of the document.
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
    // The browser may close a dialog that has refused once; then close the layer too, or open it again.
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
