import { useEffect, useEffectEvent, useState } from 'react';

interface Play {
  readonly playing: boolean;
  /** It reached the last one, and no other was chosen since. */
  readonly ended: boolean;
  readonly start: () => void;
  readonly pause: () => void;
}

/** What is played: scans, or weeks or months. */
interface Steps {
  readonly index: number;
  readonly count: number;
  /** How long each one is shown. */
  readonly stepMs: number;
  readonly onIndex: (index: number) => void;
}

/**
 * Shows one after the other, each for its time, and stops at the last; the wait restarts with a choice of
 * another one, and rests while the tab is hidden. At the last it begins with the first.
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
