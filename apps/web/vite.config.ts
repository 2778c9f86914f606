import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { pages } from './build/pages.ts';
import packageJson from './package.json' with { type: 'json' };
import { precompress } from './build/precompress.ts';
import { pushWorker } from './build/push-worker.ts';

/** Where `npm run dev` finds the API: on the port that it was given, too. */
const api = process.env['API_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Modules of the first page: the bundler adds all their static imports, and nothing that is loaded dynamically. */
const firstPage = /apps\/web\/src\/(?:start\.tsx$|routes\/index\.tsx)/;

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
  publicDir: '../../packages/ui/src/icons',
  build: {
    target: 'es2022',
    cssMinify: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Its detectors of languages, which nothing uses, would stay for the calls at their end.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/typesafe-i18n\//, sideEffects: false }] },
      output: {
        // Each file has the overhead of its headers, so the first page has few files.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-query|query-)[^/]+)\//,
            },
            { name: 'core', test: firstPage },
            { name: 'screens', test: /apps\/web\/src\/screens\.ts$/ },
            // What stores a scan on the device: the quiz and nearly every screen of a member need it.
            { name: 'scans', test: /apps\/web\/src\/features\/quiz\/(?:save-scan|stored-run)\.ts$/ },
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
      target: 'react',
      autoCodeSplitting: true,
      // Loaders are loaded with their screens, so the first page contains no code of other routes.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component']],
        // Every visit loads Home, and a file of its own would cost more than it holds.
        splitBehavior: ({ routeId }) => (routeId === '/' ? [] : undefined),
      },
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    pages(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      // One for each language: build/manifests.ts.
      manifest: false,
      workbox: {
        // WOFF: fonts of the page for a consultation, which also works offline.
        globPatterns: ['**/*.{js,css,woff2,woff,svg,png}', 'app.*.html'],
        // For the browser's offer to install, not for the app.
        globIgnores: ['screenshots/**'],
        navigateFallback: null,
        inlineWorkboxRuntime: true,
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            // Pages come from the server, which knows language and theme; the cached empty page is used when it does
            // not answer.
            urlPattern: ({ request }) => request.mode === 'navigate',
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/app.en.html' } },
          },
        ],
      },
    }),
    // After the plugin that writes the worker.
    pushWorker(),
    precompress(),
  ],
});
