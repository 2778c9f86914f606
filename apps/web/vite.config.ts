import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { pages } from './build/pages.ts';
import packageJson from './package.json' with { type: 'json' };
import { precompress } from './build/precompress.ts';
import { pushWorker } from './build/push-worker.ts';

/** Where `npm run dev` finds the API. */
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** What every visit loads: the bundler includes all that these import statically, and nothing that is fetched later. */
const firstPage = /apps\/web\/src\/(?:start\.tsx$|features\/home\/)/;

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
  publicDir: '../../packages/ui/src/icons',
  build: {
    target: 'es2022',
    cssMinify: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every file costs its headers: what the first page needs travels in few.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-query|query-)[^/]+)\//,
            },
            { name: 'core', test: firstPage },
            // The tRPC client with what it needs, in one file.
            { name: 'client', test: /apps\/web\/src\/api\/client\.ts$/ },
          ],
        },
      },
    },
  },
  // Modules, as in development; a browser without them in workers is older than those that we support.
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': api, '/trpc': api } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loaders wait with their screens: the first page pays for no other route than its own.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    pages(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      // One a language: build/manifests.ts.
      manifest: false,
      workbox: {
        // WOFF: the letters of the page for a consultation, which is also made offline.
        globPatterns: ['**/*.{js,css,woff2,woff,svg,png}', 'app.*.html'],
        // For the browser's offer to install, not for the app.
        globIgnores: ['screenshots/**'],
        navigateFallback: null,
        inlineWorkboxRuntime: true,
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            // Pages come from the server, which knows language and theme; the kept shell serves when it is silent.
            urlPattern: ({ request }) => request.mode === 'navigate',
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/app.en.html' } },
          },
        ],
      },
    }),
    // Behind the worker that the plugin before it has written.
    pushWorker(),
    precompress(),
  ],
});
