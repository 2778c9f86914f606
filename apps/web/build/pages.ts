import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { PrerenderedPage } from '../src/prerender.tsx';
import { manifestOf, manifestPath, screenshotsOf } from './manifests.ts';

type Bundle = Rolldown.OutputBundle;

/** Fonts of the first page: both upright, latin. */
const preloadedFonts = [/ysabeau-latin-wght-normal.*\.woff2$/, /source-sans-3-latin-wght-normal.*\.woff2$/];

function isChunk(output: Bundle[string]): output is Rolldown.OutputChunk {
  return output.type === 'chunk';
}

/** A chunk with everything it imports statically. */
function withImports(bundle: Bundle, start: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
  const found = new Map<string, Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk.fileName)) return;
    found.set(chunk.fileName, chunk);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next && isChunk(next)) visit(next);
    }
  };
  visit(start);
  return [...found.values()];
}

function chunksOf(bundle: Bundle, module: RegExp): Rolldown.OutputChunk[] {
  const entry = Object.values(bundle)
    .filter(isChunk)
    .find(({ facadeModuleId, moduleIds }) => [facadeModuleId ?? '', ...moduleIds].some((id) => module.test(id)));
  if (!entry) throw new Error(`no chunk of the build holds ${module.source}`);
  return withImports(bundle, entry);
}

function cssOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])];
}

/**
 * Preload tags for files that the page needs anyway, so that the browser does not discover them one after the other.
 */
function hints(html: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const scripts = chunks.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
  const styles = chunks.flatMap(cssOf).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const tags = [...new Set([...styles, ...scripts])].filter(
    (tag) => !html.includes(/href="([^"]+)"/.exec(tag)?.[1] ?? tag),
  );
  return tags.map((tag) => `    ${tag}\n`).join('');
}

function fill(template: string, page: PrerenderedPage, head: string, body: string): string {
  return template
    .replace('<html lang="en">', `<html lang="${page.locale}">`)
    .replace('name="description" content=""', `name="description" content="${page.description}"`)
    .replace('<title>Nuances</title>', `<title>${page.title}</title>`)
    .replace('</head>', `\n    <link rel="manifest" href="${manifestPath(page.locale)}" />\n${head}  </head>`)
    .replace('<div id="root"></div>', `<div id="root">${body}</div>`);
}

interface Prerenderer {
  prerender(): Promise<readonly PrerenderedPage[]>;
}

function hasPrerender(module: unknown): module is Prerenderer {
  return (
    typeof module === 'object' && module !== null && 'prerender' in module && typeof module.prerender === 'function'
  );
}

/** Renders Home with the app's own code in Node. */
async function render(root: string): Promise<readonly PrerenderedPage[]> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'nuances-prerender-'));
  try {
    await build({
      root,
      logLevel: 'error',
      build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
      ssr: { noExternal: true },
    });
    const built: unknown = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href);
    if (!hasPrerender(built)) throw new Error('the built prerender.js exports no prerender()');
    return await built.prerender();
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/**
 * Turns the built index.html into one page per language. `index.{locale}.html` is Home, readable before any script
 * runs; `app.{locale}.html` is the empty shell for every other path. Each refers to the web app manifest of its
 * language.
 */
export function pages(): Plugin {
  let root = '';
  return {
    name: 'nuances-pages',
    apply: (config, { isSsrBuild }) => !isSsrBuild && config.build?.ssr === undefined,
    configResolved(config) {
      root = config.root;
    },
    async writeBundle(options, bundle) {
      const dir = options.dir ?? path.join(root, 'dist');
      const template = await readFile(path.join(dir, 'index.html'), 'utf8');
      const fonts = Object.keys(bundle)
        .filter((file) => preloadedFonts.some((pattern) => pattern.test(file)))
        .map((file) => `    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">\n`)
        .join('');
      const home = chunksOf(bundle, /routes\/index\.tsx\?tsr-split/);
      for (const page of await render(root)) {
        await writeFile(path.join(dir, manifestPath(page.locale)), manifestOf(page));
        await mkdir(path.join(dir, 'screenshots'), { recursive: true });
        for (const { src } of screenshotsOf(page)) await copyFile(path.join(root, 'build', src), path.join(dir, src));
        const words = chunksOf(bundle, new RegExp(`i18n/src/${page.locale}/index\\.ts$`));
        const shellHead = fonts + hints(template, words);
        const homeHead = fonts + hints(template, [...words, ...home]);
        await writeFile(path.join(dir, `index.${page.locale}.html`), fill(template, page, homeHead, page.home));
        await writeFile(path.join(dir, `app.${page.locale}.html`), fill(template, page, shellHead, ''));
      }
      await rm(path.join(dir, 'index.html'));
    },
  };
}
