import { defineConfig } from 'vite';

/** One file for Node: our own packages are bundled (they are TypeScript), everything else is imported. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
  ssr: { noExternal: [/^@nuances\//] },
  logLevel: 'warn',
});
