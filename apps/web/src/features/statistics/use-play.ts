import { nextPlayed, playStepMs, type PlaySpeed } from '@nuances/domain/statistics/playback';
import type { TimedScan } from '@nuances/domain/statistics/scan-series';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

interface Play {
  readonly playing: boolean;
  /** Playback has reached the last scan, and no other scan was chosen since. */
  readonly ended: boolean;
  readonly speed: PlaySpeed;
  readonly setSpeed: (speed: PlaySpeed) => void;
  readonly start: () => void;
  readonly pause: () => void;
}

/**
 * Plays scans one after the other and stops at the last (SPEC.md PLAY-1). Choosing another scan restarts the wait;
 * playback pauses while the tab is hidden.
 * @param scans in time order
 */
export function usePlay(scans: readonly TimedScan[], index: number, onIndex: (index: number) => void): Play {
  const [wanted, setWanted] = useState(false);
  const [ended, setEnded] = useState(false);
  const [speed, setSpeed] = useState<PlaySpeed>('one');
  const last = scans.length - 1;
  if (wanted && index >= last) {
    setWanted(false);
    setEnded(true);
  }
  if (ended && index < last) setEnded(false);
  const playing = wanted && index < last;
  const stepMs = playStepMs[speed];

  const advance = useEffectEvent(() => onIndex(nextPlayed(scans, index, speed) ?? last));
  useEffect(() => {
    if (!playing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(advance, stepMs);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [playing, index, stepMs]);

  // The same object while nothing changes, for what renders it later.
  return useMemo(
    () => ({
      playing,
      ended,
      speed,
      setSpeed,
      start: () => {
        if (index >= last) onIndex(nextPlayed(scans, -1, speed) ?? last);
        setWanted(true);
      },
      pause: () => setWanted(false),
    }),
    [playing, ended, speed, scans, index, last, onIndex],
  );
}
