import { useEffect, useEffectEvent, useState } from 'react';

interface Play {
  readonly playing: boolean;
  /** Playback has reached the last step, and no other step was chosen since. */
  readonly ended: boolean;
  readonly start: () => void;
  readonly pause: () => void;
}

/** What is played: scans, weeks or months. */
interface Steps {
  readonly index: number;
  readonly count: number;
  /** How long each step is shown, milliseconds. */
  readonly stepMs: number;
  readonly onIndex: (index: number) => void;
}

/**
 * Plays steps one after the other and stops at the last. Choosing another step restarts the wait; playback pauses while
 * the tab is hidden. Started at the last step, it begins again at the first.
 */
export function usePlay({ index, count, stepMs, onIndex }: Steps): Play {
  const [wanted, setWanted] = useState(false);
  const [ended, setEnded] = useState(false);
  const last = count - 1;
  if (wanted && index >= last) {
    setWanted(false);
    setEnded(true);
  }
  if (ended && index < last) setEnded(false);
  const playing = wanted && index < last;

  const advance = useEffectEvent(() => onIndex(index + 1));
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

  return {
    playing,
    ended,
    start: () => {
      if (index >= last) onIndex(0);
      setWanted(true);
    },
    pause: () => setWanted(false),
  };
}
