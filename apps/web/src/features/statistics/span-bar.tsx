import type { AxisId } from '@nuances/domain/axes';
import type { MeanUnit } from '@nuances/domain/scan-means';
import { DotSlider } from '@nuances/ui/dot-slider';
import { IconButton } from '@nuances/ui/icon-button';
import { useMemo } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { nearestSpan, type PlacedSpan } from './mean-paths.ts';
import { spanLine } from './span-words.ts';
import styles from './mean-charts.module.css';

/** Weeks or months that Page Up and Page Down move by. */
const pageStep = 4;

interface Props {
  /** At least one. */
  readonly placed: readonly PlacedSpan[];
  readonly width: number;
  readonly unit: MeanUnit;
  readonly shown: number;
  readonly front: AxisId;
  readonly playing: boolean;
  readonly onPlay: () => void;
  readonly onPause: () => void;
  readonly onChoose: (index: number) => void;
}

/** Play button and slider for weeks or months; they move the cursor of all seven charts. */
export function SpanBar({ placed, width, unit, shown, front, playing, onPlay, onPause, onChoose }: Props) {
  const words = useI18n();
  const { LL } = words;
  const places = useMemo(() => placed.map(({ x }) => (width > 0 ? x / width : 0)), [placed, width]);
  const one = placed[shown];
  if (!one) return null;
  return (
    <div className={`${styles.bar} screen-only`}>
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? LL.stats.play.pause() : LL.stats.many[unit].play()}
        className={styles.play}
        onClick={playing ? onPause : onPlay}
      />
      <DotSlider
        places={places}
        index={shown}
        onIndex={onChoose}
        onPlace={(place) => onChoose(nearestSpan(placed, place * width))}
        label={LL.stats.many[unit].cursor()}
        valueText={spanLine(words, one.span, unit, front)}
        pageStep={pageStep}
      />
    </div>
  );
}
