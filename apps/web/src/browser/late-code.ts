/**
 * Code that is loaded late, and that whoever needs it does not import: it is handed over at the start.
 * @param load what loads it as long as nothing was handed over
 */
export function lateCode<T>(load: () => Promise<T> = () => Promise.reject(new Error('the code was not handed over'))) {
  let current = load;
  return {
    /** Hands over what loads it. */
    set: (next: () => Promise<T>) => {
      current = next;
    },
    /** Loads it; rejects when it cannot be fetched. */
    load: () => current(),
  };
}
