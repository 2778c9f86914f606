import { playSpeeds } from '@nuances/domain/statistics/playback';
import { decimal } from '@nuances/i18n/numbers';
import { DotSlider } from '@nuances/ui/dot-slider';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { useMemo } from 'react';
import { answersSentence } from '../../i18n/scan-labels.ts';
import { scanMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { shownTimes, type ChartPoints } from './chart-points.ts';
import type { usePlay } from './use-play.ts';
import styles from './play-bar.module.css';

interface Props {
  /** At least two, in time order. */
  readonly scans: readonly DatedScan[];
  readonly points: ChartPoints;
  readonly shown: number;
  readonly play: ReturnType<typeof usePlay>;
  /** Whether the slider also says the answers, because no chart does. */
  readonly saysAnswers: boolean;
  readonly onChoose: (index: number) => void;
  /** Called with a time on the axis of the charts, ms since 1970. */
  readonly onChooseTime: (at: number) => void;
  /** Whether the slider has the focus. */
  readonly onFocus: (focused: boolean) => void;
}

/** Play button, speed, and a slider with a dot for each scan on the time axis of the charts. */
export function PlayBar({ scans, points, shown, play, saysAnswers, onChoose, onChooseTime, onFocus }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const [first, last] = shownTimes(points);
  const places = useMemo(() => scans.map(({ at }) => (at - first) / (last - first)), [scans, first, last]);
  const scan = scans[shown];
  if (!scan) return null;
  const value = LL.stats.play.value({
    index: decimal(shown + 1, locale),
    total: decimal(scans.length, locale),
    when: scanMoment(words, scan).sentence,
  });
  const poles = LL.stats.play.bloom({ poles: answersSentence(LL, scan.answers) });
  return (
    <div className={`${styles.bar} screen-only`}>
      <IconButton
        icon={play.playing ? 'pause' : 'play'}
        label={play.playing ? LL.stats.play.pause() : LL.stats.play.start()}
        className={styles.play}
        onClick={play.playing ? play.pause : play.start}
      />
      <label className={styles.speed}>
        <span className="visually-hidden">{LL.stats.speed.label()}</span>
        <select
          className={styles.select}
          value={play.speed}
          onChange={(event) => {
            const speed = playSpeeds.find((one) => one === event.target.value);
            if (speed) play.setSpeed(speed);
          }}
        >
          {playSpeeds.map((speed) => (
            <option key={speed} value={speed}>
              {LL.stats.speed[speed]()}
            </option>
          ))}
        </select>
        <span className={styles.face} aria-hidden="true">
          <span>{LL.stats.speed[play.speed]()}</span>
          <Icon name="down" size={16} />
        </span>
      </label>
      <div onFocus={() => onFocus(true)} onBlur={() => onFocus(false)}>
        <DotSlider
          places={places}
          index={shown}
          onIndex={onChoose}
          onPlace={(place) => onChooseTime(first + place * (last - first))}
          label={LL.stats.play.slider()}
          valueText={saysAnswers ? `${value}. ${poles}` : value}
        />
      </div>
    </div>
  );
}
