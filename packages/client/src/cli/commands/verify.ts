import {
  type BuildManifest,
  compareFiles,
  readBuildManifest,
  receivedFiles,
  type ServedFile,
  servedHeaders,
} from '@nuances/domain/build/manifest';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { columns } from '../lines.ts';
import type { Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { CliFailure, exitCodes, type ExitCode } from '../failure.ts';

/** What makes a manifest, in a clone of the product. */
export const manifestCommand = 'npm run build:manifest';

const timeoutMs = 60_000;

/** @throws CliFailure for a file that is no manifest */
async function readManifest({ texts }: CliContext, file: string): Promise<BuildManifest> {
  const { failure } = texts.cli;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliFailure('read', exitCodes.refused, failure.read({ file, reason }), { cause });
  });
  try {
    // npm writes the name of the script before it, unless it is told to be silent.
    const manifest = readBuildManifest(JSON.parse(text.slice(text.indexOf('{'))));
    if (manifest) return manifest;
  } catch {
    // Told below.
  }
  throw new CliFailure('unreadable', exitCodes.refused, failure.noManifest({ file, command: manifestCommand }));
}

/** Asks as a browser would, for what a browser would get. */
async function ask({ texts }: CliContext, url: string, file: Pick<ServedFile, 'path' | 'language'>): Promise<Response> {
  const headers = { ...servedHeaders(file), 'accept-encoding': 'gzip, deflate, br' };
  try {
    return await fetch(`${url}${file.path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new CliFailure('network', exitCodes.silent, texts.cli.failure.silent({ url }), { cause });
  }
}

/** The hash of a file as it arrives, piece by piece; null when there is none. */
async function received(context: CliContext, url: string, file: ServedFile): Promise<string | null> {
  const { failure } = context.texts.cli;
  const answer = await ask(context, url, file);
  const to = answer.headers.get('location');
  if (to !== null)
    throw new CliFailure('redirected', exitCodes.refused, failure.redirected({ url, to: new URL(to, url).origin }));
  if (!answer.ok || !answer.body) return null;
  const hash = createHash('sha256');
  try {
    for await (const part of answer.body) hash.update(part);
  } catch (cause) {
    throw new CliFailure('network', exitCodes.silent, failure.silent({ url }), { cause });
  }
  return hash.digest('hex');
}

/** The server's own list; null where there is none. */
async function toldBy(context: CliContext, url: string): Promise<BuildManifest | null> {
  const answer = await ask(context, url, { path: '/api/build', language: null });
  return answer.ok ? readBuildManifest(await answer.json().catch(() => null)) : null;
}

async function verify(context: CliContext, [given]: readonly string[]): Promise<ExitCode> {
  const { failure, done } = context.texts.cli;
  const url = given === undefined ? await context.address() : context.urlOf(given);
  const file = context.option('against');
  const mine = file === undefined ? null : await readManifest(context, file);
  const told = await toldBy(context, url);
  const wanted = mine ?? told;
  if (!wanted || wanted.files.length === 0) throw new CliFailure('foreign', exitCodes.silent, failure.foreign({ url }));
  const { differing, missing } = compareFiles(
    wanted.files,
    await receivedFiles(wanted.files, (file) => received(context, url, file)),
  );
  // What the server names besides: nobody can ask for files that nobody names.
  const { extra } = compareFiles(wanted.files, told?.files ?? []);
  const { version, commit } = wanted;
  const isSame = differing.length + missing.length + extra.length === 0;
  const counts = { count: wanted.files.length, version, commit: commit ?? '?' };
  const rows = [
    ...differing.map((name) => [done.verify.differs(), name]),
    ...missing.map((name) => [done.verify.missing(), name]),
    ...extra.map((name) => [done.verify.extra(), name]),
  ];
  const lines = [
    ...(rows.length === 0 ? [] : [columns(rows)]),
    isSame ? done.verify.same(counts) : done.verify.other(counts),
    file === undefined ? done.verify.itsWord() : done.verify.limit(),
  ];
  context.answer(lines.join('\n'), {
    url,
    version,
    commit,
    files: wanted.files.length,
    isSame,
    against: file ?? null,
    differing,
    missing,
    extra,
  });
  return isSame ? exitCodes.done : exitCodes.refused;
}

export const verifyCommand: Command = {
  names: ['verify'],
  form: '[ADDRESS]',
  about: 'verify',
  options: ['against'],
  words: [0, 1],
  example: 'nuances verify https://nuances.example --against mine.json',
  run: verify,
};
