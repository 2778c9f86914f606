import { hues, type NoteHue, petalAngle } from './hues.ts';
import { MonthFrame, type MonthFrameProps } from './month-frame.tsx';
import styles from './month-grid.module.css';

/** Radius of the circle of a day's dots, and of a dot; px. */
const orbit = 18.5;
const dot = 3.5;
/** The ring around a chosen day; px. */
const ring = 24.5;

export interface MonthGridProps extends MonthFrameProps {
  /** Hues of the dots around a day's number. */
  huesOn: (day: string) => readonly NoteHue[];
}

/** A month whose days are tiny blooms: one dot for each hue of the day, at that hue's angle. */
export function MonthGrid({ huesOn, ...frame }: MonthGridProps) {
  return (
    <MonthFrame
      {...frame}
      dayClassName={styles.day}
      renderDay={(day) => (
        <>
          <Orbit hues={huesOn(day)} chosen={frame.chosen.includes(day)} />
          <span className={styles.figure}>{Number(day.slice(8))}</span>
        </>
      )}
    />
  );
}

/** Angle of a hue's dot: that of its petal; `other` has the free place between green and cyan. */
function angleOf(hue: NoteHue): number {
  return hue === 'other' ? Math.PI : petalAngle(hues.indexOf(hue));
}

function Orbit({ hues: dots, chosen }: { readonly hues: readonly NoteHue[]; readonly chosen: boolean }) {
  if (dots.length === 0 && !chosen) return null;
  return (
    <svg className={styles.orbit} aria-hidden="true" width="52" height="52" viewBox="-26 -26 52 52">
      {chosen && <circle className={styles.ring} r={ring} />}
      {dots.length > 0 && <circle className={styles.path} r={orbit} />}
      {dots.map((hue) => (
        <circle
          key={hue}
          className={styles.dot}
          data-hue={hue}
          cx={orbit * Math.sin(angleOf(hue))}
          cy={-orbit * Math.cos(angleOf(hue))}
          r={dot}
        />
      ))}
    </svg>
  );
}
