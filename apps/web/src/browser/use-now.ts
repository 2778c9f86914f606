import { useEffect, useState } from 'react';

const stepMs = 60_000;

/** The current time, milliseconds; updated every minute, and at once when the page becomes visible. */
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
