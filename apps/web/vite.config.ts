import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { offlineFiles } from './build/offline-files.ts';
import { pages } from './build/pages.ts';
import { memberFilesCache } from './src/offline/member-files.ts';
import packageJson from './package.json' with { type: 'json' };
import { precompress } from './build/precompress.ts';
import { workerAdditions } from './build/worker-additions.ts';

/** Where `npm run dev` finds the API: on the port that it was given, too. */
const api = process.env['API_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/**
 * What every visit loads, and what Home shares with later screens: the bundler adds all static imports, and nothing that is
 * loaded dynamically.
 */
const everyPage = [
  /apps\/web\/src\/(?:main\.tsx|components\/minute-link\.tsx|api\/report\.ts|browser\/setting\.ts)$/,
  /packages\/domain\/src\/timings\.ts$/,
  /packages\/ui\/src\/(?:bloom\/(?:burst|still-bloom)\.tsx|pictures\/hills\.tsx|reduced-motion\.ts)$/,
];

const offline = offlineFiles();

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
  publicDir: '../../packages/ui/src/icons',
  build: {
    target: 'es2022',
    cssMinify: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has these before it loads anything else.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : dependencies.filter((name) => !/\/(?:rolldown-runtime|vendor|core)-/.test(name)),
    },
    rolldownOptions: {
      // Its detectors of languages, which nothing uses, would stay for the calls at their end.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/typesafe-i18n\//, sideEffects: false }] },
      output: {
        // Home lists the files of all routes: shorter names weigh less.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Each file has the overhead of its headers, so the first page has few files.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-query|query-)[^/]+)\//,
            },
            { name: 'core', test: (id) => everyPage.some((module) => module.test(id)) },
            // With the switch, which the quiz and the settings have: a file of its own costs more than it holds.
            { name: 'screens', test: /(?:apps\/web\/src\/screens\.ts|packages\/ui\/src\/fields\/switch\.tsx)$/ },
            // What stores a scan on the device: the quiz and nearly every screen of a member need it.
            { name: 'scans', test: /apps\/web\/src\/features\/quiz\/(?:save-scan|stored-run)\.ts$/ },
            // Small files that the quiz and every screen with scans need together.
            { name: 'scan-texts', test: /apps\/web\/src\/i18n\/scan-(?:labels|time)\.ts$/ },
            // The tRPC client and its dependencies, in one file.
            { name: 'client', test: /apps\/web\/src\/api\/client\.ts$/ },
          ],
        },
      },
    },
  },
  // ES modules, as in development: all supported browsers have them in workers.
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': api, '/trpc': api } },
  plugins: [
    tanstackRouter({
      // The rest is in tsr.config.json. Loaders are loaded with their screens, so the first page contains no code of other routes.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
    }),
    react(),
    pages(),
    offline.plugin,
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      // One for each language: build/manifests.ts.
      manifest: false,
      workbox: {
        // WOFF: fonts of the page for a consultation, which also works offline.
        globPatterns: ['**/*.{js,css,woff2,woff,svg,png}', 'app.*.html'],
        // Screenshots are for the browser's offer to install, not for the app.
        // Fonts of other letters than those of both languages are fetched, and kept, when a text has one.
        globIgnores: ['screenshots/**', 'assets/*-wght-*.woff2'],
        manifestTransforms: [offline.keepFirst],
        navigateFallback: null,
        inlineWorkboxRuntime: true,
        cleanupOutdatedCaches: true,
        // The page of the first visit, too: files of its screens are kept from then on.
        clientsClaim: true,
        runtimeCaching: [
          {
            // Files of members' screens, once fetched: their names hold a hash of the content.
            urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
            handler: 'CacheFirst',
            options: { cacheName: memberFilesCache, cacheableResponse: { statuses: [200] } },
          },
          {
            // Pages come from the server, which knows language and theme; the cached empty page is used when it does
            // not answer.
            urlPattern: ({ request }) => request.mode === 'navigate',
            handler: 'NetworkOnly',
            options: {
              precacheFallback: { fallbackURL: '/app.en.html' },
              plugins: [
                {
                  // A device with a vault does not ask (offline/kept-version.ts): another page would be another program.
                  // The function is written into the worker as text, so it uses nothing from around it.
                  requestWillFetch: async ({ request }) => {
                    const isPage = !/^\/(?:api|trpc)(?:\/|$)|\.[a-z\d]{2,5}$/.test(new URL(request.url).pathname);
                    if (isPage && (await caches.has('kept-version'))) throw new Error('This version is kept');
                    return request;
                  },
                },
              ],
            },
          },
        ],
      },
    }),
    // After the plugin that writes the worker.
    workerAdditions(),
    precompress(),
  ],
});
