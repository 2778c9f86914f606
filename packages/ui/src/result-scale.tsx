import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Glyph } from './glyph.tsx';
import type { Hue } from './hues.ts';
import styles from './result-scale.module.css';

/** The track runs from 0 to 11, so that 1 and 10 keep a distance from its ends; its middle is 5.5. */
const trackEnd = 11;
const middle = trackEnd / 2;
const ticks = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;

export interface ResultScaleProps {
  hue: Hue;
  /** 1 to 10. */
  value: number;
  left: ReactNode;
  right: ReactNode;
  /** Accessible name of the marker. */
  name: string;
  /** Draws the marker as an outline: the value was not given with this scan. */
  kept?: boolean | undefined;
  /** Called when the marker is pressed. */
  onOpen?: (() => void) | undefined;
  /**
   * With `onOpen`: whether the marker is a button, or text that only a pointer can press, when another control does the
   * same.
   */
  marker?: 'button' | 'text' | undefined;
}

/** One axis of a result: glyph, both poles, and a marker between them. The nearer pole is emphasised. */
export function ResultScale({
  hue,
  value,
  left,
  right,
  name,
  kept = false,
  onOpen,
  marker = 'button',
}: ResultScaleProps) {
  const near = value > middle ? 'right' : 'left';
  const disc = (
    <span className={styles.disc} data-kept={kept ? '' : undefined}>
      {value}
    </span>
  );
  const place = { left: percent(value) };
  return (
    <div className={styles.scale} data-hue={hue}>
      <Glyph className={styles.glyph} hue={hue} />
      <span className={styles.left} data-near={near === 'left' ? '' : undefined}>
        {left}
      </span>
      <span className={styles.track}>
        <svg className={styles.rule} aria-hidden="true">
          <line x1="0" x2="100%" y1="8" y2="8" />
          {ticks.map((tick) => (
            <line key={tick} x1={percent(tick)} x2={percent(tick)} y1="5" y2="11" />
          ))}
        </svg>
        <span
          className={styles.segment}
          style={{
            left: percent(Math.min(value, middle)),
            right: percent(trackEnd - Math.max(value, middle)),
          }}
        />
        <span className={styles.middle} />
        {onOpen && marker === 'button' ? (
          <button type="button" className={styles.marker} style={place} aria-label={name} onClick={onOpen}>
            {disc}
          </button>
        ) : (
          <>
            <span className={styles.marker} style={place} role="img" aria-label={name}>
              {disc}
            </span>
            {onOpen && (
              <button
                type="button"
                className={classNames(styles.marker, styles.press)}
                style={place}
                tabIndex={-1}
                aria-hidden="true"
                onClick={onOpen}
              />
            )}
          </>
        )}
      </span>
      <span className={styles.right} data-near={near === 'right' ? '' : undefined}>
        {right}
      </span>
    </div>
  );
}

function percent(value: number): string {
  return `${Math.round((value / trackEnd) * 100000) / 1000}%`;
}
