import { useEffect, useState } from 'react';

const stepMs = 60_000;

/** The present, milliseconds; follows the clock by the minute, and at once when the page is looked at again. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const follow = () => setNow(Date.now());
    const timer = setInterval(follow, stepMs);
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, []);
  return now;
}
