import type { MeanUnit } from '@nuances/domain/scan-means';
import type { TimedScan } from '@nuances/domain/scan-series';
import { classNames } from '@nuances/ui/class-names';
import { DotSlider } from '@nuances/ui/dot-slider';
import { IconButton } from '@nuances/ui/icon-button';
import { decimal } from '@nuances/i18n/numbers';
import { useMemo } from 'react';
import { scanMoment } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { timeSpan } from './time-span.ts';
import styles from './play-bar.module.css';

interface Props {
  /** At least two, in time order. */
  readonly scans: readonly TimedScan[];
  readonly shown: number;
  readonly playing: boolean;
  /** Unit of one step of playback; null when each step is a scan. */
  readonly unit: MeanUnit | null;
  readonly onPlay: () => void;
  readonly onPause: () => void;
  readonly onChoose: (index: number) => void;
  /** Called with a time between the first and the last scan, ms since 1970. */
  readonly onChooseTime: (at: number) => void;
  /** Whether the slider has the focus. */
  readonly onFocus: (focused: boolean) => void;
  readonly className?: string | undefined;
}

/**
 * Play button and slider. A step of playback is a scan, or the last scan of a week or month (`unit`); the slider has a
 * dot for each scan, at its time.
 */
export function PlayBar({
  scans,
  shown,
  playing,
  unit,
  onPlay,
  onPause,
  onChoose,
  onChooseTime,
  onFocus,
  className,
}: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const [first, last] = timeSpan(scans);
  const span = last - first;
  const places = useMemo(
    // Scans that all have the same time are in the middle, like their points in the chart.
    () => scans.map(({ at }) => (span === 0 ? 0.5 : (at - first) / span)),
    [scans, first, span],
  );
  const scan = scans[shown];
  if (!scan) return null;
  const { day, time } = scanMoment(words, scan.at);
  return (
    <div className={classNames(styles.bar, className)}>
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? LL.stats.play.pause() : unit ? LL.stats.many[unit].play() : LL.stats.play.start()}
        className={styles.play}
        onClick={playing ? onPause : onPlay}
      />
      <div onFocus={() => onFocus(true)} onBlur={() => onFocus(false)}>
        <DotSlider
          places={places}
          index={shown}
          onIndex={onChoose}
          onPlace={(place) => onChooseTime(first + place * span)}
          label={LL.stats.play.slider()}
          valueText={LL.stats.play.value({
            index: decimal(shown + 1, locale),
            total: decimal(scans.length, locale),
            date: day,
            time,
          })}
        />
      </div>
    </div>
  );
}
