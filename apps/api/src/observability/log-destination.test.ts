import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLogDestination } from './log-destination.ts';

let folder: string;
let fd: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nuances-log-'));
  fd = openSync(join(folder, 'log'), 'a');
});
// The file stays open: a destination may still write an empty batch to it.
afterEach(() => rmSync(folder, { recursive: true }));
const written = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => (JSON.parse(line) as { msg: unknown }).msg);

it('writes lines in batches, and all of them soon, in their order', async () => {
  const log = pino({}, openLogDestination(fd));
  const messages = Array.from({ length: 500 }, (_, index) => `line ${index}`);
  for (const message of messages) log.info(message);
  expect(written().length).toBeLessThan(messages.length);
  await expect.poll(written).toEqual(messages);
});

it.each(['warn', 'error', 'fatal'] as const)('writes at %s at once, with what is before it', (level) => {
  const log = pino({}, openLogDestination(fd));
  log.info('before');
  expect(written()).toEqual([]);
  log[level]('now');
  expect(written()).toEqual(['before', 'now']);
});
