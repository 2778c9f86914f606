/** Pauses a long loop now and then, for what else runs in the process. */
export type Pace = (chars: number) => Promise<void> | undefined;

/** Characters that are gone through at once: a few milliseconds on a phone. */
const atOnce = 250_000;
/** What an item takes beside its text. */
const perItem = 100;

/**
 * @param pause lets other work run
 * @returns is told the length of each item, and gives what has to be awaited then, if anything
 */
export function paceOf(pause: () => Promise<void>): Pace {
  let chars = 0;
  return (more) => {
    chars += perItem + more;
    if (chars < atOnce) return undefined;
    chars = 0;
    return pause();
  };
}
