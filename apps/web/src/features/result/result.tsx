import type { NoteCategory } from '@nuances/domain/axes';
import { leansLeft } from '@nuances/domain/scan/scoring';
import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { saveBloomPicture } from '../../scans/save-bloom-picture.ts';
import { EnteredLater } from '../../components/entered-later.tsx';
import { KeptMark } from '../../components/kept-mark.tsx';
import { MinuteLink } from '../../components/minute-link.tsx';
import { ScanRing } from '../../components/scan-ring.tsx';
import { ScanScales } from '../../components/scan-scales.tsx';
import { useReflections } from '../../components/use-reflections.tsx';
import { type ReactNode, useRef } from 'react';
import { scanImage } from '../../i18n/scan-image.ts';
import { answersSentence } from '../../i18n/scan-labels.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { useFromQuiz } from './use-from-quiz.ts';
import { SaveState } from './save-state.tsx';
import styles from './result.module.css';

interface Props {
  readonly scan: ShownScan;
  /** The day on which it was entered, in words, where that is not its own; else null. */
  readonly entered: string | null;
  /** What is said of its kept answers, by the index of their axis. */
  readonly kept: ReadonlyMap<number, string>;
  readonly loggedIn: boolean;
  readonly hasTags: boolean;
  /** The row of the scan's tags; null until it is loaded. */
  readonly tags: ReactNode;
  readonly onLogin: () => void;
  readonly onSignup: () => void;
  /** Writes a note from a reflection. */
  readonly onWrite: (category: NoteCategory) => void;
}

/** One scan: its date, its bloom, its seven scales, and the questions of each part. */
export function Result({ scan, entered, kept, loggedIn, hasTags, tags, onLogin, onSignup, onWrite }: Props) {
  const i18n = useI18n();
  const { LL } = i18n;
  const moment = scanMoment(i18n, { at: scan.createdAt, moment: scan.moment });
  const image = scanImage(LL, scan.answers);
  const reflections = useReflections({
    answers: scan.answers,
    imageName: image.name,
    onWrite: (category, close) => {
      // The login replaces the reflection; the editor opens above it.
      if (!loggedIn) close();
      onWrite(category);
    },
  });

  const ring = useRef<HTMLDivElement>(null);
  const comesFromQuiz = useFromQuiz(ring);
  const minute = leansLeft(scan.answers) ? <MinuteLink className={`${styles.minute} screen-only`} /> : null;

  return (
    <div className={styles.result}>
      <header className={styles.head}>
        <p className={styles.small}>{LL.result.small()}</p>
        <h1 className={styles.date} tabIndex={-1}>
          <UnbrokenWords>{moment.sentence}</UnbrokenWords>
          {entered === null ? null : <span className="visually-hidden">, {LL.scan.entered({ date: entered })}</span>}
        </h1>
        {entered === null ? null : <EnteredLater date={entered} />}
        <p className="print-only">{answersSentence(LL, scan.answers)}</p>
      </header>
      <div ref={ring} className={styles.ring} data-tags={hasTags ? '' : undefined}>
        <ScanRing
          className={styles.bloom}
          drawnAt={370}
          answers={scan.answers}
          label={LL.result.title()}
          enter={!comesFromQuiz}
          onPart={reflections.openPart}
        />
        <p className={`${styles.hint} screen-only`}>{LL.result.hint()}</p>
        {kept.size > 0 ? <KeptMark className={styles.kept} count={kept.size} /> : null}
        {hasTags ? <div className={styles.tags}>{tags}</div> : null}
      </div>
      {loggedIn ? minute : null}
      <ScanScales
        className={styles.scales}
        answers={scan.answers}
        kept={kept}
        markers="button"
        onOpen={reflections.openPart}
      />
      {/* Above the scales of a visitor is the way to an account. */}
      {loggedIn ? null : minute}
      <div className={`${styles.banner} screen-only`}>
        {loggedIn ? (
          <SaveState id={scan.id} />
        ) : (
          <Banner
            icon="info"
            action={
              <>
                <Button variant="primary" size="small" onClick={onSignup}>
                  {LL.result.banner.create()}
                </Button>
                <Button size="small" onClick={onLogin}>
                  {LL.result.banner.login()}
                </Button>
              </>
            }
          >
            {LL.result.loginWarning()} <span className={styles.more}>{LL.result.loginWarningMore()}</span>
          </Banner>
        )}
      </div>
      <div className={`${styles.info} screen-only`}>
        <Button icon="info" onClick={reflections.openWhole}>
          {LL.result.reflection.open()}
        </Button>
        <Button variant="quiet" icon="download" onClick={() => void saveBloomPicture(scan.answers, scan.createdAt)}>
          {LL.result.picture()}
        </Button>
      </div>
      {reflections.layers}
    </div>
  );
}
