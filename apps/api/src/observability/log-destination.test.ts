import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLogDestination } from './log-destination.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nuances-log-'))));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

// The descriptors stay open: their destinations write what is left at the end of the process.
const openLog = () => openSync(join(folder, 'log'), 'a');
const linesOf = (log: string) =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: number; msg: string; lost?: number });
const messagesOf = (log: string) => linesOf(log).map(({ msg }) => msg);
const readLog = () => readFileSync(join(folder, 'log'), 'utf8');
const written = () => messagesOf(readLog());

const pipeSize = 64 * 1024;
/** A pipe that blocks neither end, and what reads all that is in it. */
function openPipe() {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const openReader = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const reader = openReader();
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const read = (from = reader) => {
    const buffer = Buffer.alloc(pipeSize);
    try {
      return buffer.toString('utf8', 0, readSync(from, buffer));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return '';
      throw error;
    }
  };
  return { writer, read, openReader, close: () => closeSync(reader) };
}

const manyMessages = Array.from({ length: 5_000 }, (_, index) => `line ${index}`);

it('writes lines in batches, and all of them soon, in their order', () => {
  vi.useFakeTimers();
  const log = pino({}, openLogDestination(openLog()));
  const messages = manyMessages.slice(0, 500);
  for (const message of messages) log.info(message);
  expect(written().length).toBeLessThan(messages.length);
  vi.advanceTimersByTime(200);
  expect(written()).toEqual(messages);
});

it.each(['warn', 'error', 'fatal'] as const)('writes at %s at once, with what is before it', (level) => {
  const log = pino({}, openLogDestination(openLog()));
  log.info('before');
  expect(written()).toEqual([]);
  log[level]('now');
  expect(written()).toEqual(['before', 'now']);
});

it('goes on without a disk that has room, and tells later what was lost', () => {
  vi.useFakeTimers();
  const fd = openSync('/dev/full', 'w');
  const log = pino({}, openLogDestination(fd));
  const message = 'x'.repeat(100 * 1024);
  for (let index = 0; index < 12; index += 1) log.warn(message);
  closeSync(fd);
  // Another one below it may be free.
  let opened = openLog();
  while (opened < fd) opened = openLog();
  expect(opened).toBe(fd);
  vi.advanceTimersByTime(200);
  const lines = linesOf(readLog());
  expect(lines.slice(0, -1).map(({ msg }) => msg)).toEqual(Array.from({ length: 10 }, () => message));
  expect(lines.at(-1)).toMatchObject({ level: 40, lost: 2 });
  log.warn('after');
  expect(written().at(-1)).toBe('after');
  expect(linesOf(readLog())).toHaveLength(12);
});

it('keeps lines while a pipe is closed', () => {
  vi.useFakeTimers();
  const { writer, read, openReader, close } = openPipe();
  const log = pino({}, openLogDestination(writer));
  close();
  log.warn('while it is closed');
  const again = openReader();
  log.warn('after');
  expect(messagesOf(read(again))).toEqual(['while it is closed', 'after']);
});

it('keeps the lines that a full pipe does not take, and goes on within a line', () => {
  vi.useFakeTimers();
  const { writer, read } = openPipe();
  const log = pino({}, openLogDestination(writer));
  for (const message of manyMessages) log.info(message);
  let seen = '';
  while (vi.getTimerCount() > 0) {
    seen += read();
    vi.advanceTimersByTime(20);
  }
  expect(messagesOf(seen + read())).toEqual(manyMessages);
});

/** A process that logs many lines, says so, and ends as soon as it has. */
const script = `
  import pino from 'pino';
  import { standardError } from ${JSON.stringify(new URL('log-destination.ts', import.meta.url).href)};
  const log = pino({}, standardError());
  for (let index = 0; index < ${manyMessages.length}; index += 1) log.info('line ' + index);
  process.stdout.write('logged');
  process.exit(3);
`;
const startLogging = (stderr: number) =>
  spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', stderr],
  });

it('waits at the end of the process for a slow reader, who gets every line', async () => {
  const { writer, read } = openPipe();
  const child = startLogging(writer);
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  let seen = '';
  const reading = setInterval(() => (seen += read()), 5);
  expect(await ended).toEqual([3, null]);
  clearInterval(reading);
  expect(messagesOf(seen + read())).toEqual(manyMessages);
});

it('lets the process end when nobody reads', async () => {
  expect(await once(startLogging(openPipe().writer), 'exit')).toEqual([3, null]);
});
