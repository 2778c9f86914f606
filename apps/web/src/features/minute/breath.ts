/** The pace of a breath, and the bloom that follows it. All times are milliseconds. */

export type Phase = 'in' | 'hold' | 'out';

const durations = { in: 4_000, hold: 2_000, out: 6_000 } as const;
const phases = ['in', 'hold', 'out'] as const;

export const breathMs = durations.in + durations.hold + durations.out;

/** How long one may stay, in minutes: whole breaths. */
export const minuteLengths = [1, 3, 5] as const;
export type MinuteLength = (typeof minuteLengths)[number];

/** The size of the closed and of the open petals, as answers of a scan. */
const closed = 1;
export const open = 10;

/** From 0 to 1 and as slow at both ends: `--ease-soft` of the tokens. */
const soft = (part: number) => (1 - Math.cos(Math.PI * Math.min(1, part))) / 2;

interface Breath {
  readonly phase: Phase;
  /** The size of the seven petals, from 1 to 10. */
  readonly petals: number;
  /** The seconds left of the phase, the running one included. */
  readonly seconds: number;
}

/** The breath at a time since the first one began. */
export function breathAt(elapsed: number): Breath {
  let time = elapsed % breathMs;
  const phase = phases.find((name) => {
    if (time < durations[name]) return true;
    time -= durations[name];
    return false;
  });
  const part = time / durations[phase ?? 'out'];
  const share = { in: soft(part), hold: 1, out: 1 - soft(part) }[phase ?? 'out'];
  return {
    phase: phase ?? 'out',
    petals: closed + (open - closed) * share,
    seconds: Math.ceil((durations[phase ?? 'out'] - time) / 1_000),
  };
}

/** The petals at a time since the end: from wherever they were they open once more, and stay so. */
export function openingAt(elapsed: number, from: number): number {
  return from + (open - from) * soft(elapsed / durations.in);
}

/** When breathing ends, since its beginning. A shorter length that is chosen late lets the breath end that has begun. */
export function endOf(minutes: MinuteLength, elapsed: number): number {
  return Math.max(minutes * 60_000, Math.ceil(elapsed / breathMs) * breathMs);
}
