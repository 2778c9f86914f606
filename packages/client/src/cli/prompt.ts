import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

let lines: Promise<string[]> | undefined;

/** What is typed is not shown. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

function fromTerminal(question: string, isSecret: boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const terminal = createInterface({
      input: process.stdin,
      output: isSecret ? nowhere() : process.stderr,
      terminal: true,
    });
    // Only now: the interface has taken the terminal, which shows nothing by itself from here on.
    process.stderr.write(`${question}: `);
    terminal.once('SIGINT', () => {
      terminal.close();
      process.stderr.write('\n');
      process.exit(130);
    });
    // The end of input, by Ctrl-D.
    terminal.once('close', () => resolve(null));
    terminal.once('line', (line) => {
      resolve(line);
      terminal.close();
      if (isSecret) process.stderr.write('\n');
    });
  });
}

/**
 * Asks at the terminal; without one the next line of standard input is the answer.
 * @param isSecret what is typed is not shown
 * @returns null at the end of the input
 */
export async function prompt(question: string, { isSecret = false } = {}): Promise<string | null> {
  if (process.stdin.isTTY) return fromTerminal(question, isSecret);
  lines ??= text(process.stdin).then((all) => all.split(/\r?\n/));
  return (await lines).shift() ?? null;
}

/** All of standard input. */
export function readStandardInput(): Promise<string> {
  return text(process.stdin);
}

/** The first line of what a file descriptor gives. Rejects for one that is not open. */
export async function readDescriptor(descriptor: number): Promise<string> {
  const all = await text(createReadStream('', { fd: descriptor, autoClose: false }));
  return all.split(/\r?\n/, 1)[0] ?? '';
}
