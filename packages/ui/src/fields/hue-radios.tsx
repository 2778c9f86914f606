import { type ReactNode, useId } from 'react';
import { Glyph } from '../glyph.tsx';
import type { NoteHue } from '../hues.ts';
import styles from './hue-radios.module.css';

export interface HueRadiosProps {
  /** Name of the group; the name of the chosen hue follows it. */
  legend: string;
  options: readonly { readonly hue: NoteHue; readonly label: string }[];
  value: NoteHue;
  onChange: (hue: NoteHue) => void;
  /** All in one row at any width. */
  oneRow?: boolean | undefined;
  /** Below each other, each with its name. */
  named?: boolean | undefined;
  /** Shown at the end of the legend's line. */
  legendEnd?: ReactNode;
}

/** A choice of one hue, as glyphs of 44 px; the name of the chosen one is beside the legend, unless all are named. */
export function HueRadios({
  legend,
  options,
  value,
  onChange,
  oneRow = false,
  named = false,
  legendEnd,
}: HueRadiosProps) {
  const name = useId();
  const chosen: ReactNode = options.find(({ hue }) => hue === value)?.label;
  return (
    <div className={styles.group}>
      <div className={styles.line} data-one={oneRow ? '' : undefined}>
        <p className={styles.legend} aria-hidden="true">
          {legend}
          {named ? null : (
            <span className={styles.chosen} data-hue={value}>
              {' · '}
              {chosen}
            </span>
          )}
        </p>
        {legendEnd}
      </div>
      <div
        role="radiogroup"
        aria-label={legend}
        className={styles.row}
        data-one={oneRow ? '' : undefined}
        data-named={named ? '' : undefined}
      >
        {options.map(({ hue, label }) => (
          <label key={hue} className={styles.cell} data-hue={hue} title={named ? undefined : label}>
            <input
              className={`${styles.input} input-overlay`}
              type="radio"
              name={name}
              value={hue}
              checked={hue === value}
              onChange={() => onChange(hue)}
            />
            <span className={styles.face} aria-hidden="true">
              <Glyph hue={hue} size={24} />
              {named ? <span>{label}</span> : null}
            </span>
            <span className="visually-hidden">{label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
