import { fallbackLocale, type Locale, locales } from '@nuances/domain/locales';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode, type Encoding } from '../http/encoding.ts';
import type { Theme } from './choices.ts';

export interface Page {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Of brotli: a page is encoded once. */
const quality = 11;

/** Page for every path without one of its own. */
export const shellName = 'app';

/** Names of the pages by path; the build names the others like their paths. */
const nameOf = (path: string) => (path === '' ? 'index' : path);

/** Rendered pages; each variant is rendered once, at its first request. */
export interface Pages {
  /** The files of the pages, which are not served under their own names. */
  readonly files: ReadonlySet<string>;
  /** Files of the empty page, which the service worker fetches to cache it. */
  readonly shells: ReadonlySet<string>;
  /** The paths that the pages are served at; the empty page is named by the path that the service worker asks for. */
  readonly served: readonly { readonly file: string; readonly path: string; readonly locale: Locale }[];
  /** The page of a path (without its first slash), else the empty page of the app. */
  get(path: string, locale: Locale, theme: Theme | null, encoding: Encoding): Promise<Page>;
}

/** Reads the pages of the build once. Rejects when one is missing, which means that the web was not built. */
export async function readPages(root: string): Promise<Pages> {
  const fileOf = (name: string, locale: Locale) => `${name}.${locale}.html`;
  const ending = fileOf('', fallbackLocale);
  const names = (await readdir(root))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
  const files = [...new Set([nameOf(''), shellName, ...names])].flatMap((name) =>
    locales.map((locale) => fileOf(name, locale)),
  );
  const templates = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)),
  );

  async function make(template: string, theme: Theme | null, encoding: Encoding) {
    const html = theme ? template.replace('<html ', `<html data-theme="${theme}" `) : template;
    const bytes = await encode(Buffer.from(html), encoding, quality);
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  }

  const made = new Map<string, Promise<Page>>();
  const shells = new Set(locales.map((locale) => fileOf(shellName, locale)));
  const pathOf = (name: string, file: string) =>
    shells.has(file) ? `/${file}` : name === nameOf('') ? '/' : `/${name}`;
  return {
    files: new Set(templates.keys()),
    shells,
    served: [...new Set([nameOf(''), shellName, ...names])].flatMap((name) =>
      locales.map((locale) => ({ file: fileOf(name, locale), path: pathOf(name, fileOf(name, locale)), locale })),
    ),
    get(path, locale, theme, encoding) {
      const own = path === nameOf('') ? undefined : templates.get(fileOf(nameOf(path), locale));
      const shell = fileOf(shellName, locale);
      const template = own ?? templates.get(shell);
      if (template === undefined) throw new Error(`${shell} is missing`);
      const key = [own === undefined ? shellName : path, locale, theme, encoding].join(' ');
      const known = made.get(key);
      if (known) return known;
      const page = make(template, theme, encoding);
      made.set(key, page);
      return page;
    },
  };
}
