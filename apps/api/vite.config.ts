import { defineConfig } from 'vite';

/** The product and its command line, for Node: our own packages are bundled (they are TypeScript), everything else is imported. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', admin: 'src/cli/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@nuances\//] },
  logLevel: 'warn',
});
