import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { memberFilesPath } from '../src/offline/member-files.ts';

/** Where what a visitor can do begins: Home, a whole scan, help, the minute, the privacy page. */
const firstModules = [
  /apps\/web\/src\/(?:screens|routes\/-layers)\.ts$/,
  /apps\/web\/src\/routes\/(?:index|bodyscan|result|help|minute|privacy)\.tsx(?:\?|$)/,
  /apps\/web\/src\/components\/(?:reflection-popup|info-dialog)\.tsx$/,
  /packages\/i18n\/src\/i18n-util\.async\.ts$/,
  /packages\/i18n\/src\/(?:en|fr)\/index\.ts$/,
  /packages\/i18n\/src\/(?:en|fr)\/(?:error|image|install|minute|outbox|privacy|quiz|reflect|result|status|support|update)\//,
];
/** What a member does most begins here, so that it works soon after the login where the network is slow or fails. */
const dailyModules = [
  /apps\/web\/src\/routes\/_account\.(?:dashboard|note|bodyscan\.again)\.tsx(?:\?|$)/,
  /packages\/i18n\/src\/(?:en|fr)\/(?:dashboard|draft|look|moment|note|notes|print|quick|reminder|today)\//,
];
/** Fonts of English and French, the empty page of the app, and the icon of a notification. */
const firstFiles = [/^assets\/(?:upright|prompt)-[^/]*\.woff2$/, /^app\.\w+\.html$/, /^app-icon-192\.png$/, /\.svg$/];

interface Entry {
  readonly url: string;
}

/**
 * Decides which files the service worker fetches when it is installed: those of a visitor. The paths of all others are
 * written to a file, what is used daily first, for the app of a member to fetch later (`offline/prefetch-member-files.ts`).
 */
export function offlineFiles() {
  const first = new Set<string>();
  const daily = new Set<string>();
  let dir = '';

  const add = (files: Set<string>, bundle: Rolldown.OutputBundle, file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') return;
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) add(files, bundle, imported);
  };

  const plugin: Plugin = {
    name: 'nuances-offline-files',
    apply: (config, { isSsrBuild }) => !isSsrBuild && config.build?.ssr === undefined,
    configResolved(config) {
      dir = path.resolve(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const ids = [...chunk.moduleIds, chunk.facadeModuleId ?? ''];
        const isOf = (modules: readonly RegExp[]) => ids.some((id) => modules.some((module) => module.test(id)));
        if (chunk.isEntry || isOf(firstModules)) add(first, bundle, file);
        if (isOf(dailyModules)) add(daily, bundle, file);
      }
    },
  };

  const keepFirst = async <File extends Entry>(entries: File[]) => {
    const isFirst = ({ url }: Entry) => first.has(url) || firstFiles.some((file) => file.test(url));
    const others = entries.filter((entry) => !isFirst(entry) && entry.url.startsWith('assets/'));
    const inOrder = others.toSorted((a, b) => Number(daily.has(b.url)) - Number(daily.has(a.url)));
    const list = JSON.stringify(inOrder.map(({ url }) => `/${url}`));
    await writeFile(path.join(dir, memberFilesPath), list);
    // Of the worker's own version, whatever the server has by then.
    const revision = createHash('sha256').update(list).digest('hex').slice(0, 32);
    const own = { url: memberFilesPath.slice(1), revision, size: list.length };
    return { manifest: [...entries.filter((entry) => isFirst(entry)), own] };
  };
  return { plugin, keepFirst };
}
