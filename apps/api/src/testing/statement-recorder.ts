import { Transform } from 'node:stream';

/** Passes on what a client of PostgreSQL sends, and reports the text of each statement. */
export function createStatementRecorder(onStatement: (text: string) => void): Transform {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;

  function read(): void {
    for (;;) {
      // The first message has no type.
      const header = isStarted ? 5 : 4;
      if (rest.length < header) return;
      const length = rest.readInt32BE(header - 4) + header - 4;
      if (rest.length < length) return;
      const type = isStarted ? String.fromCharCode(rest.readUInt8()) : '';
      const content = rest.subarray(header, length);
      rest = rest.subarray(length);
      isStarted = true;
      const end = (from: number) => content.indexOf(0, from);
      if (type === 'Q') onStatement(content.toString('utf8', 0, end(0)));
      // Parse: a name, then the text.
      if (type === 'P') onStatement(content.toString('utf8', end(0) + 1, end(end(0) + 1)));
    }
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, passOn) {
      rest = Buffer.concat([rest, chunk]);
      read();
      passOn(null, chunk);
    },
  });
}
