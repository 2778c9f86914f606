import { type BuildManifest, type ServedFile, servedName } from '@nuances/domain/build/manifest';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../observability/version.ts';
import { type Pages, readPages } from './pages.ts';

/** The files of the build by their path; the static server finds precompressed variants itself. */
export async function filesIn(root: string, pages: Pages): Promise<Set<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !/\.(?:br|gz|map)$/.test(entry.name))
      .map((entry) => [relative(root, entry.parentPath), entry.name].filter(Boolean).join(sep))
      .map((path) => path.split(sep).join('/'))
      .filter((path) => !pages.files.has(path)),
  );
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** The hashes of everything that the web build serves, one file after the other. */
export async function readServedFiles(root: string): Promise<readonly ServedFile[]> {
  const pages = await readPages(root);
  const files: ServedFile[] = [];
  for (const path of await filesIn(root, pages))
    files.push({ path: `/${path}`, language: null, sha256: hashOf(await readFile(join(root, path))) });
  for (const { file, path, locale } of pages.served)
    files.push({ path, language: locale, sha256: hashOf(await readFile(join(root, file))) });
  // By code units: the same order on every machine.
  return files.toSorted((a, b) => (servedName(a) < servedName(b) ? -1 : 1));
}

/** Written beside the bundle by what made it (`start.mjs`, `.ci/image-tree.mjs`). */
const commitFile = join(dirname(fileURLToPath(import.meta.url)), '.built');

async function builtCommit(): Promise<string | null> {
  const text = await readFile(commitFile, 'utf8').catch(() => '');
  return text.trim() || null;
}

/** What this process serves; read at the first question. */
export function createBuild(root: string | undefined): () => Promise<BuildManifest> {
  let made: Promise<BuildManifest> | undefined;
  const make = async () => {
    const [commit, files] = await Promise.all([builtCommit(), root === undefined ? [] : readServedFiles(root)]);
    return { version, commit, files };
  };
  return () => (made ??= make());
}
