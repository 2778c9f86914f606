import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(dirname(import.meta.dirname), 'apps', 'web', 'dist');

/** Scripts of a page (`src`, `modulepreload`), with everything they import statically. */
function scriptsOf(page: string): ReadonlyMap<string, string> {
  const html = readFileSync(join(dist, page), 'utf8');
  const named = Array.from(html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g), ([, path]) => String(path));
  const found = new Map<string, string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    const text = readFileSync(join(dist, path), 'utf8');
    found.set(path, text);
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      visit(join(dirname(path), String(name)));
  };
  named.forEach(visit);
  return found;
}

/** Gzipped bytes of JavaScript of a first visit of Home in French. */
export function firstVisitBytes(): { bytes: number; files: number } {
  const scripts = scriptsOf('index.fr.html');
  const bytes = [...scripts.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  return { bytes, files: scripts.size };
}
