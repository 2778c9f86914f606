import { lateCode } from '../browser/late-code.ts';

/** Opens what the server answers to an account with a vault. */
export interface AnswerOpening {
  /** Whether a procedure answers something of a vault. */
  readonly answersSealed: (procedure: string) => boolean;
  /** Reads an answer as it would have come without a vault; what does not open stays as it is. */
  readonly readOpened: (owner: string, procedure: string, response: Response) => Promise<unknown>;
}

/** The code that opens answers; null outside of the account screens. It uses the notes' key, which the client must not import. */
export const { set: setAnswerOpening, load: loadAnswerOpening } = lateCode<AnswerOpening | null>(async () => null);
