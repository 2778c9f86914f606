import { axisAt } from '@nuances/domain/axes';
import { Bloom } from '@nuances/ui/bloom';
import { SceneImage } from '@nuances/ui/scene-image';
import { scanImage } from '../i18n/scan-image.ts';
import { nearPole } from '../i18n/scan-labels.ts';
import { useI18n } from '../i18n/locale-store.ts';

/** Radius of the hole, in bloom units; the image leaves a rim of 6. */
const hole = 62;
const rim = 6;

interface Props {
  readonly answers: readonly number[];
  /** Name of the group of parts. */
  readonly label: string;
  readonly className: string | undefined;
  /** Expected width, px. */
  readonly drawnAt: number;
  /** Animates the petals from the smallest answer when the ring appears. */
  readonly enter?: boolean;
  readonly onPart: (index: number) => void;
}

/** A scan as a large bloom with its image in the middle. Its parts open their questions. */
export function ScanRing({ answers, label, className, drawnAt, enter = false, onPart }: Props) {
  const { LL } = useI18n();
  const image = scanImage(LL, answers);
  const wordsOf = (index: number) => {
    const value = answers[index] ?? 1;
    return { pole: nearPole(LL, axisAt(index), value), value };
  };
  return (
    <>
      <Bloom
        className={className}
        drawnAt={drawnAt}
        answers={answers}
        innerRadius={hole}
        ghosts
        glyphs
        enter={enter}
        glyphPosition={0.52}
        label={label}
        centre={<SceneImage index={image.index} r={hole - rim} />}
        onPart={onPart}
        partLabel={(index) => LL.result.part.name(wordsOf(index))}
        partTooltip={(index) => LL.result.part.tooltip(wordsOf(index))}
      />
      <p className="visually-hidden">{image.alt}</p>
    </>
  );
}
