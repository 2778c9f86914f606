import * as z from 'zod';

/**
 * An answer that is JSON already, in pieces: a long list, written by the database, or a whole account, which is kept in buffers
 * outside of the heap. It is sent as it is and never read here.
 */
export class WrittenJson {
  readonly pieces: readonly (string | Buffer)[];

  constructor(pieces: readonly (string | Buffer)[]) {
    this.pieces = pieces;
  }

  /** Its value, for whoever calls within this process: what `JSON.stringify` asks for. */
  toJSON(): unknown {
    return JSON.parse(this.pieces.join(''));
  }
}

/** The output of a procedure whose answer is {@link WrittenJson}, with the schema that the written text has. */
export class WrittenOutput<Schema extends z.core.$ZodType> {
  declare readonly _input: WrittenJson;
  declare readonly _output: z.output<Schema>;
  readonly schema: Schema;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** What tRPC calls. @throws TypeError */
  parse(answer: unknown): unknown {
    if (answer instanceof WrittenJson) return answer;
    throw new TypeError('A procedure with a written output gave a value');
  }
}
