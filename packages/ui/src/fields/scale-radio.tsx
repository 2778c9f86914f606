import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import type { Hue } from '../hues.ts';
import styles from './scale-radio.module.css';

const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The hint: a light that moves over the discs with its front at `head`, or all discs at once. */
export type ScaleHint = { head: number } | 'all' | null;

export interface ScaleRadioProps {
  hue: Hue;
  /** Name of the group, for screen readers. */
  legend: ReactNode;
  value: number | null;
  onChange: (value: number) => void;
  /** Called when a disc is pressed, also the chosen one; by key or pointer. */
  onPress?: (() => void) | undefined;
  /** Accessible name of one answer. */
  optionLabel: (value: number) => string;
  leftPole: ReactNode;
  rightPole: ReactNode;
  /** Captions of the two rows on phones. */
  rowLeftLabel: ReactNode;
  rowRightLabel: ReactNode;
  describedBy?: string | undefined;
  hint?: ScaleHint | undefined;
  /** The answer of the last time, which is marked while another one, or none, is chosen. */
  last?: number | undefined;
  groupRef?: Ref<HTMLFieldSetElement> | undefined;
}

/**
 * Ten discs with the sizes of the petals, from pole to pole: native radios with their arrow keys. One row where there
 * is space, else two rows of five.
 */
export function ScaleRadio({
  hue,
  legend,
  value,
  onChange,
  onPress,
  optionLabel,
  leftPole,
  rightPole,
  rowLeftLabel,
  rowRightLabel,
  describedBy,
  hint = null,
  last,
  groupRef,
}: ScaleRadioProps) {
  const name = useId();

  const discs = (from: number, to: number) =>
    values.slice(from, to).map((n) => (
      <div key={n} className={styles.cell}>
        <input
          className={`${styles.input} input-overlay`}
          type="radio"
          name={name}
          value={n}
          checked={value === n}
          aria-label={optionLabel(n)}
          onChange={() => onChange(n)}
          onClick={onPress}
        />
        <span
          aria-hidden="true"
          className={styles.disc}
          data-answer={n}
          data-hint={hintOf(n, hint)}
          data-last={n === last ? '' : undefined}
        >
          {n}
        </span>
      </div>
    ));

  return (
    <div className={styles.scale}>
      <fieldset
        ref={groupRef}
        role="radiogroup"
        aria-labelledby={`${name}-legend`}
        className={styles.grid}
        data-hue={hue}
        aria-describedby={describedBy}
      >
        <legend id={`${name}-legend`} className="visually-hidden">
          {legend}
        </legend>
        <p className={classNames(styles.pole, styles.left)}>
          <span className={styles.name}>{leftPole}</span>
          <span className={styles.line} />
          <span className={styles.row}>{rowLeftLabel}</span>
        </p>
        <div className={classNames(styles.discs, styles.low)}>{discs(0, 5)}</div>
        <div className={classNames(styles.discs, styles.high)}>{discs(5, 10)}</div>
        <p className={classNames(styles.pole, styles.right)}>
          <span className={styles.row}>{rowRightLabel}</span>
          <span className={styles.line} />
          <span className={styles.name}>{rightPole}</span>
        </p>
      </fieldset>
    </div>
  );
}

function hintOf(n: number, hint: ScaleHint): string | undefined {
  if (hint === null) return undefined;
  if (hint === 'all') return 'all';
  return ['head', 'near', 'far'][hint.head - n];
}
