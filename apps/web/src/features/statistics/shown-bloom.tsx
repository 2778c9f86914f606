import { bloomMorph } from '@nuances/domain/limits';
import { Bloom } from '@nuances/ui/bloom';
import { morph } from '@nuances/ui/petal-motions';
import { SceneImage } from '@nuances/ui/scene-image';
import { scanImage } from '../../i18n/scan-image.ts';
import { answersSentence } from '../../i18n/scan-labels.ts';
import { scanMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';

/** Radius of the hole of a bloom, in bloom units: of the large one, and of the one beside the chart. */
const holes = { large: 60, small: 58 } as const;
const { steps, stepMs } = bloomMorph;
/** Four times as fast for a playback that shows the next answers sooner. */
const motions = { usual: morph(steps, stepMs), quick: morph(steps, stepMs / 4) } as const;
/** Distance between hole and image, in bloom units. */
const rim = 6;

interface Props {
  readonly scan: DatedScan;
  readonly size: keyof typeof holes;
  /** Whether the animation is a quick one. */
  readonly quick: boolean;
  readonly className?: string | undefined;
}

/** The bloom of the shown scan; a change of scan is animated. */
export function ShownBloom({ scan, size, quick, className }: Props) {
  const words = useI18n();
  const { LL } = words;
  const when = scanMoment(words, scan).sentence;
  const image = scanImage(LL, scan.answers);
  const hole = holes[size];
  return (
    <Bloom
      className={className}
      drawnAt={size === 'large' ? 420 : 232}
      answers={scan.answers}
      innerRadius={hole}
      ghosts
      glyphs={size === 'large'}
      glyphPosition={0.54}
      glyphSize={22}
      motion={quick ? motions.quick : motions.usual}
      label={`${LL.stats.bloom.name({ when })}. ${answersSentence(LL, scan.answers)} ${image.alt}`}
      centre={<SceneImage index={image.index} r={hole - rim} />}
    />
  );
}
