import { administer, sharedDataDir } from './administer.ts';
import { lockedNote, writeJournal } from './journal.ts';
import { Persona } from './persona.ts';
import { specifiedScans } from './statistics.ts';
import type { Language } from './words.ts';

export type AccountKind = 'empty' | 'writer' | 'tracker' | 'admin';

/**
 * Accounts that a worker makes once, for stories that change nothing. They share one session per account, so such a
 * story must neither log out nor change the account's data.
 */
export class Accounts implements Record<AccountKind, (language: Language) => Promise<Persona>> {
  readonly #origin: string;
  readonly #made = new Map<string, Promise<Persona>>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Without data. */
  empty(language: Language): Promise<Persona> {
    return this.#once('empty', language, () => Promise.resolve());
  }

  /** Two scans, the newer one with a note, notes of earlier weeks, and a note that the key does not open. */
  writer(language: Language): Promise<Persona> {
    return this.#once('writer', language, async (persona) => {
      await persona.saveScan([1, 6, 9, 7, 5, 8, 7], new Date(Date.now() - 86_400_000).toISOString());
      await writeJournal(persona);
      await lockedNote(persona);
    });
  }

  /** The eleven scans of the design brief. */
  tracker(language: Language): Promise<Persona> {
    return this.#once('tracker', language, async (persona) => {
      await persona.tokens();
      await Promise.all(specifiedScans.map(({ answers, createdAt }) => persona.saveScan(answers, createdAt)));
    });
  }

  admin(language: Language): Promise<Persona> {
    return this.#once('admin', language, async (persona) => {
      await administer(sharedDataDir(), 'grant', persona.username);
    });
  }

  #once(name: string, language: Language, fill: (persona: Persona) => Promise<void>): Promise<Persona> {
    const key = `${name} ${language}`;
    const made =
      this.#made.get(key) ??
      Persona.create(this.#origin, language).then(async (persona) => {
        await fill(persona);
        return persona;
      });
    this.#made.set(key, made);
    return made;
  }
}
