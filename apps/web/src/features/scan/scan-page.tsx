import type { NoteCategory } from '@nuances/domain/axes';
import { sourceOfKept } from '@nuances/domain/scan/kept';
import { inTimeOrder, neighboursOf } from '@nuances/domain/statistics/scan-series';
import { useNavigate, Link, useLocation } from '@tanstack/react-router';
import { useId, useMemo, useRef, useState, type TouchEvent } from 'react';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { DeleteScanDialog } from '../../components/delete-scan-dialog.tsx';
import { EnteredLater, enteredDay } from '../../components/entered-later.tsx';
import { ClearMark, useArrivedClear } from '../../components/clear-mark.tsx';
import { KeptMark } from '../../components/kept-mark.tsx';
import { keptNames } from '../../scans/kept-names.ts';
import { removeScan } from '../../scans/remove-scan.ts';
import { ScanRing } from '../../components/scan-ring.tsx';
import { ScanScales } from '../../components/scan-scales.tsx';
import { ScanTags } from './scan-tags.tsx';
import { useReflections } from '../../components/use-reflections.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { scanImage } from '../../i18n/scan-image.ts';
import { answersSentence } from '../../i18n/scan-labels.ts';
import { scanDay, scanMoment } from '../../i18n/scan-time.ts';
import { useNotes } from '../../note-store/note-store.ts';
import { notesOfScan } from '../../note-store/note.ts';
import type { OwnScan } from '../../scans/own-scans.ts';
import { LinkedLeaves } from './linked-leaves.tsx';
import { Neighbours } from './neighbours.tsx';
import { ScanActions } from './scan-actions.tsx';
import { ScanMenu } from './scan-menu.tsx';
import styles from './scan-page.module.css';
import { Icon } from '@nuances/ui/icon';
import { openModals } from '@nuances/ui/modal-stack';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { useGoBack } from '../../components/use-go-back.ts';

interface Props {
  readonly scan: OwnScan;
  /** All scans of the person. */
  readonly scans: readonly OwnScan[];
  /** Writes a note that is linked to the scan. */
  readonly onWrite: (category: NoteCategory) => void;
  /** The scan is being deleted, and the page leaves it. */
  readonly onLeaving: () => void;
}

/** Scrolls to the linked notes and focuses them. */
function scrollToNotes(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** An earlier scan with all it had on its first day. */
export function ScanPage({ scan, scans, onWrite, onLeaving }: Props) {
  const isSealed = useArrivedClear().get(scan.id);
  const i18n = useI18n();
  const { LL } = i18n;
  const navigate = useNavigate();
  const wide = useWideLayout();
  const notesId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState(false);
  const { notes } = useNotes();
  const linked = useMemo(() => notesOfScan(notes, scan.id), [notes, scan.id]);
  const moment = scanMoment(i18n, { at: scan.createdAt, moment: scan.moment });
  const entered = enteredDay(i18n, scan.createdAt, scan.receivedAt);
  const kept = keptNames(i18n, scan, (index) => sourceOfKept(scans, scan, index)?.createdAt);
  const image = scanImage(LL, scan.answers);
  const reflections = useReflections({ answers: scan.answers, imageName: image.name, onWrite });
  const ordered = useMemo(() => inTimeOrder(scans.map((one) => ({ ...one, at: Date.parse(one.createdAt) }))), [scans]);
  const { before, after } = neighboursOf(ordered, scan.id);

  const show = (id: string) => void navigate({ to: '/history/$id', params: { id }, replace: true, state: true });
  const swipe = useSwipe((way) => {
    const next = way === 'left' ? after : before;
    if (next) show(next.id);
  });
  const remove = () => {
    const { owner, id } = scan;
    setDeleting(false);
    if (owner === null) return;
    onLeaving();
    if (before) show(before.id);
    else void navigate({ to: '/history', replace: true });
    removeScan(owner, id, before ? LL.scan.deletedBack() : LL.history.deleted(), () => {
      if (window.location.pathname.startsWith('/history')) show(id);
    });
  };
  return (
    <div className={styles.scan} {...swipe}>
      <header className={styles.head}>
        <BackLink />
        <div className={styles.heading}>
          {/* The content of the next scan fades in; the petals have their own animation. */}
          <h1 key={scan.id} ref={title} className={`${styles.title} appear`} tabIndex={-1}>
            <UnbrokenWords>{moment.sentence}</UnbrokenWords>
            {entered === null ? null : <span className="visually-hidden">, {LL.scan.entered({ date: entered })}</span>}
          </h1>
          {entered === null ? null : <EnteredLater date={entered} className={styles.enteredWide} />}
        </div>
        <div className={`${styles.menu} screen-only`}>
          <ScanMenu scan={scan} onDelete={() => setDeleting(true)} />
        </div>
      </header>
      <Neighbours before={before} after={after} tight={entered !== null} />
      {entered === null ? null : <EnteredLater date={entered} className={styles.entered} />}
      <p className="visually-hidden" role="status">
        {moment.sentence}
      </p>
      <p className="print-only">{answersSentence(LL, scan.answers)}</p>
      {entered === null ? null : (
        <p className="print-only">{LL.scan.enteredMore({ date: scanDay(i18n, scan.createdAt), entered })}</p>
      )}
      <div className={styles.ring}>
        <ScanRing
          className={styles.bloom}
          drawnAt={wide ? 540 : 332}
          answers={scan.answers}
          label={LL.scan.title({ date: moment.day })}
          onPart={reflections.openPart}
        />
        <p key={scan.id} className={`${styles.caption} appear`}>
          {image.name}
          <span className="screen-only">
            {' · '}
            {wide ? LL.scan.hintDesktop() : LL.scan.hint()}
          </span>
        </p>
        {scan.kept.length > 0 ? <KeptMark className={styles.kept} count={scan.kept.length} /> : null}
        {isSealed === undefined ? null : <ClearMark key={scan.id} className={styles.kept} isSealed={isSealed} />}
      </div>
      <ScanActions
        wide={wide}
        linkedCount={linked.length}
        onWhole={reflections.openWhole}
        onWrite={() => onWrite('other')}
        onReadNotes={() => scrollToNotes(notesId)}
      />
      <div className={styles.side}>
        <ScanScales
          className={styles.scales}
          answers={scan.answers}
          kept={kept}
          markers="text"
          onOpen={reflections.openPart}
        />
        <div className={styles.tags}>
          <ScanTags key={`tags-${scan.id}`} scanId={scan.id} />
        </div>
        {linked.length > 0 ? <LinkedLeaves key={`notes-${scan.id}`} id={notesId} notes={linked} /> : null}
      </div>
      {reflections.layers}
      <DeleteScanDialog
        open={deleting}
        onConfirm={remove}
        onClose={() => setDeleting(false)}
        focusAfter={() => title.current}
      />
    </div>
  );
}

/** Link back to the screen that the scan was opened from; to the history when that screen is unknown. */
function BackLink() {
  const { LL } = useI18n();
  const fromHistory = useLocation({ select: ({ state }) => state.fromHistory });
  const { isFirst, goBack } = useGoBack();
  return (
    <Link to="/history" className={`${styles.back} screen-only`} onClick={goBack}>
      <Icon name="left" />
      <span className={styles.backLabel}>{isFirst || fromHistory ? LL.scan.back() : LL.action.back()}</span>
    </Link>
  );
}

/** Least horizontal and largest vertical distance of a swipe, px. */
const minHorizontalPx = 64;
const maxVerticalPx = 40;

/** Calls back after a horizontal swipe with one finger on the page itself: not in a dialog, nor where a finger moves what is magnified. */
function useSwipe(onSwipe: (way: 'left' | 'right') => void) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      const isOnPage = touches.length === 1 && openModals() === 0 && (window.visualViewport?.scale ?? 1) <= 1;
      start.current = isOnPage && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const touch = changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const dx = touch.clientX - from.x;
      if (Math.abs(dx) < minHorizontalPx || Math.abs(touch.clientY - from.y) > maxVerticalPx) return;
      onSwipe(dx < 0 ? 'left' : 'right');
    },
    onTouchCancel: () => {
      start.current = null;
    },
  };
}
