import { lateCode } from '../browser/late-code.ts';

/** Seals and opens with the note key of an account. */
export interface Sealing {
  /** An envelope of a JSON value; null when neither this page nor this device has the key. Never rejects. */
  readonly seal: (owner: string, content: object) => Promise<string | null>;
  /** The content of an envelope; undefined without the key, null when the key does not open it. Never rejects. */
  readonly open: (owner: string, sealed: string) => Promise<unknown>;
  /** Requests the key from the server, unless it is available. Rejects when the call does. */
  readonly fetchKey: (owner: string) => Promise<void>;
}

/** The code that seals items. It uses the notes, which the outbox must not import. */
export const { set: setSealing, load: loadSealing } = lateCode<Sealing>();
