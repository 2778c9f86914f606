/** Opens what the server answers to an account with a vault. */
export interface AnswerOpening {
  /** Whether a procedure answers something of a vault. */
  readonly answersSealed: (procedure: string) => boolean;
  /** Reads an answer as it would have come without a vault; what does not open stays as it is. */
  readonly readOpened: (owner: string, procedure: string, response: Response) => Promise<unknown>;
}

let load: (() => Promise<AnswerOpening>) | undefined;

/** Sets the code that opens answers. It uses the notes' key, so the client gets it as a parameter and does not import it. */
export function setAnswerOpening(loadOpening: () => Promise<AnswerOpening>): void {
  load = loadOpening;
}

/** Loads the code that opens answers; null outside of the account screens. Rejects when it cannot be fetched. */
export async function loadAnswerOpening(): Promise<AnswerOpening | null> {
  return load ? load() : null;
}
