import { axisAt, axisIds, categoryOfAxis, type NoteCategory } from '@nuances/domain/axes';
import { Banner } from '@nuances/ui/banner';
import { Bloom } from '@nuances/ui/bloom';
import { Button } from '@nuances/ui/button';
import { ResultScale } from '@nuances/ui/result-scale';
import { SceneImage } from '@nuances/ui/scene-image';
import { useState } from 'react';
import { scanImage } from '../../i18n/scan-image.ts';
import { useLazy } from '../../browser/use-lazy.ts';
import { answersSentence, nearPole } from '../../i18n/scan-labels.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import { loadNamespaces, useI18n } from '../../i18n/locale-store.ts';
import { SaveState } from './save-state.tsx';
import styles from './result.module.css';

const loadPopup = async () => {
  const [{ ReflectionPopup }] = await Promise.all([import('./reflection-popup.tsx'), loadNamespaces('reflect')]);
  return { ReflectionPopup };
};
const loadInfo = async () => {
  const [{ InfoDialog }] = await Promise.all([import('./info-dialog.tsx'), loadNamespaces('reflect')]);
  return { InfoDialog };
};

/** Radius of the hole on this screen, in bloom units; the image leaves a rim of 6. */
const hole = 62;
const rim = 6;

interface Props {
  readonly scan: ShownScan;
  readonly loggedIn: boolean;
  readonly onLogin: () => void;
  readonly onSignup: () => void;
  /** Writes a note from a reflection. */
  readonly onWrite: (category: NoteCategory) => void;
}

/** One scan: its moment, its bloom, its seven scales, and the questions behind each of them. */
export function Result({ scan, loggedIn, onLogin, onSignup, onWrite }: Props) {
  const words = useI18n();
  const { LL } = words;
  const [part, setPart] = useState<number | null>(null);
  const [lastPart, setLastPart] = useState<number | null>(null);
  const [informed, setInformed] = useState(false);
  const popup = useLazy(part !== null, loadPopup, () => setPart(null));
  const info = useLazy(informed, loadInfo, () => setInformed(false));
  const moment = scanMoment(words, scan.createdAt);
  const image = scanImage(LL, scan.answers);

  const open = (index: number) => {
    setLastPart(index);
    setPart(index);
  };
  const answerAt = (index: number) => scan.answers[index] ?? 1;
  const poleAt = (index: number) => nearPole(LL, axisIds[index] ?? 'red', answerAt(index));

  return (
    <div className={styles.result}>
      <header className={styles.head}>
        <p className={styles.small}>{LL.result.small()}</p>
        <h1 className={styles.date}>{moment.sentence}</h1>
        <p className="print-only">{answersSentence(LL, scan.answers)}</p>
      </header>
      <div className={styles.ring}>
        <Bloom
          className={styles.bloom}
          drawnAt={370}
          answers={scan.answers}
          innerRadius={hole}
          ghosts
          glyphs
          enter
          glyphPosition={0.52}
          label={LL.result.title()}
          centre={<SceneImage index={image.index} r={hole - rim} />}
          onPart={open}
          partLabel={(index) => LL.result.part.name({ pole: poleAt(index), value: answerAt(index) })}
          partTooltip={(index) => LL.result.part.tooltip({ pole: poleAt(index), value: answerAt(index) })}
        />
        <p className="visually-hidden">{image.alt}</p>
      </div>
      <section className={styles.scales} aria-label={LL.result.scales.title()}>
        {axisIds.map((axis, index) => (
          <ResultScale
            key={axis}
            hue={axis}
            value={answerAt(index)}
            left={LL.axis[axis].left()}
            right={LL.axis[axis].right()}
            name={LL.result.scale.name({
              left: LL.axis[axis].leftThe(),
              right: LL.axis[axis].rightThe(),
              value: answerAt(index),
            })}
            onOpen={() => open(index)}
          />
        ))}
        <p className={`${styles.hint} screen-only`}>{LL.result.hint()}</p>
      </section>
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
                <Button variant="outline" size="small" onClick={onLogin}>
                  {LL.result.banner.login()}
                </Button>
              </>
            }
          >
            {LL.result.loginWarning()}
          </Banner>
        )}
      </div>
      <div className={`${styles.info} screen-only`}>
        <Button variant="outline" icon="info" onClick={() => setInformed(true)}>
          {LL.result.reflection.open()}
        </Button>
      </div>
      {popup && lastPart !== null ? (
        <popup.ReflectionPopup
          index={lastPart}
          answer={answerAt(lastPart)}
          open={part !== null}
          onClose={() => setPart(null)}
          onWrite={() => {
            // The login takes the place of the reflection; the editor lies above it.
            if (!loggedIn) setPart(null);
            onWrite(categoryOfAxis(axisAt(lastPart)));
          }}
        />
      ) : null}
      {info ? <info.InfoDialog open={informed} imageName={image.name} onClose={() => setInformed(false)} /> : null}
    </div>
  );
}
