/** Values that local storage refused because it is full or blocked; they last as long as the page. */
const memory = new Map<string, string>();

/** Local storage that never throws. Where the browser stores nothing, the values last until the page is closed. */
export const storage = {
  get(key: string): string | null {
    try {
      return memory.get(key) ?? localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },
  /** @returns whether it outlasts the page */
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
      return true;
    } catch {
      memory.set(key, value);
      return false;
    }
  },
  keys(): readonly string[] {
    try {
      return [...memory.keys(), ...Object.keys(localStorage)];
    } catch {
      return [...memory.keys()];
    }
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // A store that cannot be opened holds nothing.
    }
  },
};
