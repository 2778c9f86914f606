/** Opens what the server answers to an account with a vault. */
export interface AnswerOpening {
  /** Whether a procedure answers something of a vault. */
  readonly answersSealed: (procedure: string) => boolean;
  /**
   * The answer as it would have come without a vault; what does not open stays as it is.
   * @param askState asks the server for the state of the vault
   */
  readonly openAnswerOf: (
    owner: string,
    procedure: string,
    answer: unknown,
    askState: () => Promise<unknown>,
  ) => Promise<unknown>;
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
