import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const cacheModule = new URL('../compile-cache.mjs', import.meta.url).href;
const shared = 'shared-Abcdef-8.cjs';

let root: string;
let bundle: string;
let kept: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nuances-compiled-'));
  bundle = join(root, 'dist');
  kept = join(bundle, '.compile-cache');
  await mkdir(bundle);
  await writeFile(join(bundle, 'main.cjs'), `process.stdout.write(require('./${shared}').greet());`);
  await writeGreeting('one');
});
afterEach(() => rm(root, { recursive: true }));

const writeGreeting = (word: string) =>
  writeFile(join(bundle, shared), `exports.greet = () => require('node:path').basename(__filename) + ' ${word}';`);

/** What the bundle prints when it is started. */
async function start(): Promise<string> {
  const script = `
    import { createRequire } from 'node:module';
    import { useCompiledCode } from ${JSON.stringify(cacheModule)};
    const bundle = ${JSON.stringify(bundle)};
    const store = useCompiledCode(bundle, ${JSON.stringify(kept)});
    createRequire(bundle + '/')('./main.cjs');
    store();`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stderr).toBe('');
  return stdout;
}

/** The files of the compiled code; Node has folders for its versions. */
async function keptFiles(): Promise<string[]> {
  const entries = await readdir(kept, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

it('runs what an earlier start has compiled', async () => {
  expect(await start()).toBe(`${shared} one`);
  expect(await keptFiles()).not.toEqual([]);
  // V8 compares the length of a source only, so the files have hashes in their names. Node compares the source.
  await writeGreeting('two');
  expect(await start()).toBe(`${shared} ${'enableCompileCache' in module ? 'two' : 'one'}`);
});

it('compiles again what is damaged', async () => {
  await start();
  const files = await keptFiles();
  for (const path of files) {
    const bytes = await readFile(path);
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle);
    await writeFile(path, bytes);
  }
  expect(files).not.toEqual([]);
  expect(await start()).toBe(`${shared} one`);
  await writeFile(String(files[0]), '');
  expect(await start()).toBe(`${shared} one`);
});

it('starts where nothing can be kept', async () => {
  await writeFile(kept, 'no folder');
  expect(await start()).toBe(`${shared} one`);
});
