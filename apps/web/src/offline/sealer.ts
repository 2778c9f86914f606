/** Seals and opens with the note key of an account. */
export interface Sealing {
  /** An envelope of a JSON value; null when neither this page nor this device has the key. Never rejects. */
  readonly seal: (owner: string, content: object) => Promise<string | null>;
  /** The content of an envelope; undefined without the key, null when the key does not open it. Never rejects. */
  readonly open: (owner: string, sealed: string) => Promise<unknown>;
  /** Requests the key from the server, unless it is available. Rejects when the call does. */
  readonly fetchKey: (owner: string) => Promise<void>;
}

let load: (() => Promise<Sealing>) | undefined;

/** Sets the code that seals items. It uses the notes, so the outbox gets it as a parameter and does not import it. */
export function setSealing(loadSealing: () => Promise<Sealing>): void {
  load = loadSealing;
}

/** Loads the code that seals; rejects when it cannot be fetched. */
export async function loadSealing(): Promise<Sealing> {
  if (!load) throw new Error('setSealing() was not called');
  return load();
}
