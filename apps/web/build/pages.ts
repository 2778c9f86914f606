import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { PrerenderedLocale } from '../src/prerender.tsx';
import { manifestOf, manifestPath, screenshotsOf } from './manifests.ts';

type Bundle = Rolldown.OutputBundle;

/** Fonts of the first page: both upright. */
const preloadedFonts = [/upright-ysabeau-.*\.woff2$/, /upright-source-sans-.*\.woff2$/];

/** What every page but Home and help needs at once: the names of all texts, all routes, dialogs and bars. */
const screens = [/i18n\/src\/i18n-util\.async\.ts$/, /web\/src\/screens\.ts$/, /web\/src\/routes\/-layers\.ts$/];

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
  const chunks = Object.values(bundle).filter(isChunk);
  // What is imported dynamically may be a small file of its own that imports the one with the module.
  const entry =
    chunks.find(({ facadeModuleId }) => module.test(facadeModuleId ?? '')) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)));
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

/** A page that shows something without scripts loads them behind the styles, which its first paint needs. */
function afterStyles(html: string): string {
  return html.replaceAll(/<(?=(?:script type="module"|link rel="modulepreload") )(\w+)/g, '<$1 fetchpriority="low"');
}

/** What differs between the pages of one language. */
interface Content {
  readonly title: string;
  readonly head: string;
  readonly body: string;
}

function fill(template: string, { locale, description }: PrerenderedLocale, { title, head, body }: Content): string {
  return template
    .replace('<html lang="en">', `<html lang="${locale}">`)
    .replace('name="description" content=""', `name="description" content="${description}"`)
    .replace('<title>Nuances</title>', `<title>${title}</title>`)
    .replace('</head>', `\n    <link rel="manifest" href="${manifestPath(locale)}" />\n${head}  </head>`)
    .replace('<div id="root"></div>', `<div id="root">${body}</div>`);
}

interface Prerenderer {
  prerender(): Promise<readonly PrerenderedLocale[]>;
}

function hasPrerender(module: unknown): module is Prerenderer {
  return (
    typeof module === 'object' && module !== null && 'prerender' in module && typeof module.prerender === 'function'
  );
}

/** Renders the pages of visitors with the app's own code in Node. */
async function render(root: string): Promise<readonly PrerenderedLocale[]> {
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
 * Turns the built index.html into pages of each language. `app.{locale}.html` is the empty page for most paths; a
 * visitor's pages have files of their own (`index.{locale}.html` is Home, `help.{locale}.html` is /help), which are
 * readable before any script runs or name the files of their route. Each refers to the web app manifest of its language.
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
      const translationsOf = (locale: string, folder: string) =>
        chunksOf(bundle, new RegExp(`i18n/src/${locale}/${folder}index\\.ts$`));
      for (const rendered of await render(root)) {
        const { locale } = rendered;
        await writeFile(path.join(dir, manifestPath(locale)), manifestOf(rendered));
        await mkdir(path.join(dir, 'screenshots'), { recursive: true });
        for (const { src } of screenshotsOf(rendered)) {
          await copyFile(path.join(root, 'build', src), path.join(dir, src));
        }
        const write = async (name: string, content: Content) => {
          const html = fill(template, rendered, content);
          await writeFile(path.join(dir, `${name}.${locale}.html`), content.body === '' ? html : afterStyles(html));
        };
        const common = translationsOf(locale, '');
        const elsewhere = [...common, ...screens.flatMap((module) => chunksOf(bundle, module))];
        await write('app', { title: rendered.title, head: fonts + hints(template, elsewhere), body: '' });
        for (const { name, title, namespaces, body } of rendered.pages) {
          const needed = name === 'index' || name === 'help' ? common : elsewhere;
          const route = [...needed, ...chunksOf(bundle, new RegExp(`routes/${name}\\.tsx\\?tsr-split`))];
          const texts = namespaces.flatMap((namespace) => translationsOf(locale, `${namespace}/`));
          await write(name, { title, head: fonts + hints(template, [...route, ...texts]), body });
        }
      }
      await rm(path.join(dir, 'index.html'));
    },
  };
}
