/** Clients that two generators make from the document: they compile under strict rules, and their types find faults. */
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let folder: string;

beforeAll(async () => {
  // Inside the workspace, so that what is made finds the library that it uses.
  folder = await mkdtemp(join(root, 'node_modules', '.generated-'));
  const document = JSON.stringify(openApiDocument());
  await writeFile(join(folder, 'openapi.json'), document);
  await Promise.all([
    openapiTS(document).then((nodes) => writeFile(join(folder, 'paths.ts'), astToString(nodes))),
    createClient({
      input: join(folder, 'openapi.json'),
      output: join(folder, 'sdk'),
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    }),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Lines of a script in which the compiler finds a fault; those of generated files by their name.
 * @param isExact false for a generator whose own part of the code is not made for `exactOptionalPropertyTypes`
 */
async function faultsOf(script: string, isExact: boolean): Promise<string[]> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: isExact,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
  };
  await writeFile(join(folder, 'script.ts'), script);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['script.ts'] }));
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
  }).catch((error: unknown) => ({ stdout: String(Object(error).stdout) }));
  return [...stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (.*)$/gm)].map(([, file, line, what]) =>
    file === 'script.ts' ? `line ${line}` : `${file}: ${what}`,
  );
}

describe('the client of a generator', () => {
  it('openapi-typescript with openapi-fetch compiles strictly', async () => {
    const script = `
import createClient from 'openapi-fetch';
import type { paths } from './paths.ts';
const { GET, POST, PUT } = createClient<paths>({ baseUrl: 'http://localhost:3000' });
const scan = await POST('/api/results', { body: { answers: [4, 6, 9, 8, 5, 7, 9] } });
const list = await GET('/api/results', { params: { query: { source: 'history', limit: 50 } } });
const score: number | undefined = list.data?.[0]?.scoring ?? scan.data?.result.scoring;
const note = await PUT('/api/notes/{_id}', { params: { path: { _id: 'x' } }, body: { categoryId: 'red', text: 'x' } });
const message: string | undefined = note.error?.message;
console.log(score, message);
`;
    expect(await faultsOf(script, true)).toEqual([]);
    const faulty = script
      .replace('[4, 6, 9, 8, 5, 7, 9]', "'seven'")
      .replace("'history'", "'attic'")
      .replace('const score: number', 'const score: string')
      .replace("'red'", "'beige'");
    expect(await faultsOf(faulty, true)).toEqual(['line 5', 'line 6', 'line 7', 'line 8']);
  });

  it('@hey-api/openapi-ts compiles strictly', async () => {
    const script = `
import { client } from './sdk/client.gen';
import { notesUpdate, resultsCreate, resultsList } from './sdk/sdk.gen';
client.setConfig({ baseUrl: 'http://localhost:3000' });
const scan = await resultsCreate({ body: { answers: [4, 6, 9, 8, 5, 7, 9] } });
const list = await resultsList({ query: { source: 'history', limit: 50 } });
const score: number | undefined = list.data?.[0]?.scoring ?? scan.data?.result.scoring;
const note = await notesUpdate({ path: { _id: 'x' }, body: { categoryId: 'red', text: 'x' } });
console.log(score, note.error);
`;
    expect(await faultsOf(script, false)).toEqual([]);
    const faulty = script
      .replace('[4, 6, 9, 8, 5, 7, 9]', "'seven'")
      .replace("'history'", "'attic'")
      .replace('const score: number', 'const score: string')
      .replace("'red'", "'beige'");
    expect(await faultsOf(faulty, false)).toEqual(['line 5', 'line 6', 'line 7', 'line 8']);
  });
});
