import { Bloom } from '@nuances/ui/bloom';
import { Button } from '@nuances/ui/button';
import { Hills } from '@nuances/ui/hills';
import { SceneImage } from '@nuances/ui/scene-image';
import { Segmented } from '@nuances/ui/segmented';
import { Link } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import { useTheme } from '../../browser/theme.ts';
import { PageHead } from '../../components/page-head.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { minuteLengths } from './breath.ts';
import styles from './minute.module.css';
import { useMinute } from './use-minute.ts';

const innerRadius = 60;
/** The night light by night, the dawn by day. */
const scenes = { night: 1, day: 3 } as const;

/** A bloom that opens and closes at the pace of a slow breath. Nothing is counted, promised or stored. */
export function Minute({ home }: { readonly home: '/' | '/dashboard' }) {
  const { LL } = useI18n();
  const texts = LL.minute;
  const theme = useTheme();
  const [minutes, setMinutes] = useState<(typeof minuteLengths)[number]>(1);
  const { phase, petals, seconds, still, stop, again } = useMinute(minutes);
  const isOver = phase === 'end';
  useWakeLock(!isOver);
  const lines = { in: texts.opens(), hold: texts.rests(), out: texts.closes() };
  const centre =
    still && !isOver ? (
      <text className={styles.figure} textAnchor="middle" dominantBaseline="central">
        {seconds > 0 ? seconds : null}
      </text>
    ) : (
      <SceneImage index={scenes[theme]} r={innerRadius - 6} />
    );

  return (
    <div className={styles.minute}>
      <PageHead title={LL.help.minute()} icon="close" renderBack={(link) => <Link to={home} {...link} />} />
      <Hills className={styles.hills} height={176} />
      <Bloom
        className={styles.bloom}
        drawnAt={340}
        innerRadius={innerRadius}
        answers={Array.from({ length: 7 }, () => petals)}
        ghosts
        motion={null}
        label={texts.name()}
        centre={centre}
      />
      <div className={styles.words}>
        <div className={isOver ? styles.end : styles.word} role="status">
          {isOver ? texts.end() : phase && texts[phase]()}
        </div>
        <p className="t-small-2">{phase && !isOver ? lines[phase] : null}</p>
      </div>
      <Segmented
        className={styles.length}
        legend={texts.duration()}
        options={minuteLengths.map((count) => ({ value: String(count), label: texts.minutes({ count }) }))}
        value={String(minutes)}
        onChange={(value) => setMinutes(minuteLengths.find((count) => String(count) === value) ?? 1)}
      />
      <Button className={styles.stop} onClick={isOver ? again : stop}>
        {isOver ? texts.again() : texts.stop()}
      </Button>
    </div>
  );
}

/** Keeps the screen from turning itself off while `awake`, where the browser can. */
function useWakeLock(awake: boolean): void {
  useEffect(() => {
    if (!awake || !('wakeLock' in navigator)) return;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const given = await navigator.wakeLock.request('screen');
        if (isOver) await given.release();
        else lock = given;
      } catch {
        // Refused, as with a low battery: the screen turns off as usual.
      }
    };
    void ask();
    // The browser takes it back when the page is hidden.
    const again = () => void ask();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release().catch(() => undefined);
    };
  }, [awake]);
}
