/** Durations that people notice, milliseconds (specification section 9). */
export const timings = {
  /** The bloom of Home turns this long before the quiz opens. */
  homeSpinMs: 1_000,
  fireworkIntervalMs: 2_000,
  fireworkLifetimeMs: 5_000,
  /** Without an answer the discs light up after this time, and again each time it passes. */
  idleHintMs: 10_000,
  idleHintStepMs: 150,
  /** After an answer the quiz moves on after this time, if the setting is on. */
  quizAutoMs: 650,
  /** How long the message after a sign-up or reset is shown. */
  redirectMs: 2_000,
  verifyFailedRedirectMs: 3_000,
  focusDelayMs: 100,
  /** Time between two scans during playback in the statistics. */
  statsPlayMs: 2_000,
  /** The same at four times the speed. */
  statsPlayFastMs: 500,
} as const;
