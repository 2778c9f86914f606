import type { Locale } from '@nuances/domain/locales';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Theme } from './choices.ts';

/** `home` is prerendered; `app` is the empty shell of every other path. */
export type PageKind = 'home' | 'app';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Page {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Files of the web build that are read at the start and not served as static files. */
export const templateFiles: Readonly<Record<PageKind, Readonly<Record<Locale, string>>>> = {
  home: { en: 'index.en.html', fr: 'index.fr.html' },
  app: { en: 'app.en.html', fr: 'app.fr.html' },
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function encode(html: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return encoding === 'gzip' ? zip(html) : html;
}

/** Rendered pages; each variant is rendered once, at its first request. */
export interface Pages {
  get(kind: PageKind, locale: Locale, theme: Theme | null, encoding: Encoding): Promise<Page>;
}

/** Reads the templates once. Rejects when one is missing, which means that the web was not built. */
export async function readPages(root: string): Promise<Pages> {
  const read = (kind: PageKind, locale: Locale) => readFile(join(root, templateFiles[kind][locale]), 'utf8');
  const templates: Readonly<Record<PageKind, Readonly<Record<Locale, string>>>> = {
    home: { en: await read('home', 'en'), fr: await read('home', 'fr') },
    app: { en: await read('app', 'en'), fr: await read('app', 'fr') },
  };

  async function make(kind: PageKind, locale: Locale, theme: Theme | null, encoding: Encoding) {
    const template = templates[kind][locale];
    const html = theme ? template.replace('<html ', `<html data-theme="${theme}" `) : template;
    const bytes = await encode(Buffer.from(html), encoding);
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  }

  const made = new Map<string, Promise<Page>>();
  return {
    get(kind, locale, theme, encoding) {
      const key = [kind, locale, theme, encoding].join(' ');
      const known = made.get(key);
      if (known) return known;
      const page = make(kind, locale, theme, encoding);
      made.set(key, page);
      return page;
    },
  };
}
