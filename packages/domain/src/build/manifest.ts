/** What a build serves, by hashes: `npm run build:manifest` prints it, `/api/build` answers it. */
import { isLocale, type Locale } from '../locales.ts';
import { isRecord } from '../record.ts';

export interface ServedFile {
  /** The path that it is asked for with, such as `/sw.js`. */
  readonly path: string;
  /** Of a page, which has one file for each language; null for every other file. */
  readonly language: Locale | null;
  /** SHA-256 of the content as it is before compression, in hexadecimal. */
  readonly sha256: string;
}

export interface BuildManifest {
  readonly version: string;
  /** What was built, by git; with `-dirty` behind it for more than that. Null when nobody said. */
  readonly commit: string | null;
  /** In the order of paths and languages. */
  readonly files: readonly ServedFile[];
}

/** The name of a file in lists: its path, and the language of a page. */
export const servedName = ({ path, language }: Pick<ServedFile, 'path' | 'language'>): string =>
  language === null ? path : `${path} (${language})`;

/** Headers that ask for a file as the list has it: a page in its language, without the theme that a cookie names. */
export const servedHeaders = ({ language }: Pick<ServedFile, 'language'>): Readonly<Record<string, string>> =>
  language === null ? {} : { 'accept-language': language };

/** So many files are received at a time. */
const atOnce = 6;

/**
 * The files of a list with the hashes of what was received, without those that were not.
 * @param receive resolves to the SHA-256 of one, in hexadecimal; null when there is none
 */
export async function receivedFiles(
  list: readonly ServedFile[],
  receive: (file: ServedFile) => Promise<string | null>,
): Promise<readonly ServedFile[]> {
  const rest = [...list];
  const received: ServedFile[] = [];
  const work = async () => {
    for (let file = rest.shift(); file; file = rest.shift()) {
      const sha256 = await receive(file);
      if (sha256 !== null) received.push({ ...file, sha256 });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return received;
}

/** Names of the files in which two lists differ. */
export interface BuildDifferences {
  /** In both, with another content. */
  readonly differing: readonly string[];
  /** Not in the second. */
  readonly missing: readonly string[];
  /** Only in the second. */
  readonly extra: readonly string[];
}

/** How the files of a second list differ from those of a first one. */
export function compareFiles(first: readonly ServedFile[], second: readonly ServedFile[]): BuildDifferences {
  const hashes = (files: readonly ServedFile[]) => new Map(files.map((file) => [servedName(file), file.sha256]));
  const [known, given] = [hashes(first), hashes(second)];
  const names = [...known.keys()];
  return {
    differing: names.filter((name) => given.has(name) && given.get(name) !== known.get(name)),
    missing: names.filter((name) => !given.has(name)),
    extra: [...given.keys()].filter((name) => !known.has(name)),
  };
}

function readFile(value: unknown): ServedFile | null {
  if (!isRecord(value)) return null;
  const { path, language, sha256 } = value;
  // It is asked for at the address of the product, and nowhere else.
  const isPath = typeof path === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
  if (!isPath || typeof sha256 !== 'string' || !/^[\da-f]{64}$/.test(sha256)) return null;
  return language === null || isLocale(language) ? { path, language, sha256 } : null;
}

/** Reads a manifest that somebody else wrote; null for anything else. */
export function readBuildManifest(value: unknown): BuildManifest | null {
  if (!isRecord(value) || !Array.isArray(value['files']) || typeof value['version'] !== 'string') return null;
  const { version, commit } = value;
  const files = value['files'].map(readFile).filter((file) => file !== null);
  if (files.length < value['files'].length || (commit !== null && typeof commit !== 'string')) return null;
  return { version, commit, files };
}
