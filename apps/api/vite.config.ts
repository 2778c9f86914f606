import { defineConfig } from 'vite';
import external from './external.json' with { type: 'json' };

/**
 * The product and its command line, for Node. Packages are in the bundle, too: a start reads a few files instead of hundreds.
 * Those in `external.json` are imported, and are in the container image: argon2 finds its native module beside its own code,
 * and Fastify requires the others for what we do not use, so that reading them would be for nothing.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    // A patch of the driver knows its functions by their names, and a stack names them.
    minify: false,
    // The packages' licences demand that they go with every copy.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: { main: 'src/main.ts', admin: 'src/cli/main.ts' },
      // Reading the code is a good part of a start. What licences demand is in their own file.
      output: {
        // Loading modules of ECMAScript takes longer, and their compiled code cannot be kept on Node 20.
        format: 'cjs',
        dynamicImportInCjs: false,
        entryFileNames: '[name].cjs',
        chunkFileNames: 'shared-[hash].cjs',
        comments: false,
      },
    },
  },
  ssr: { noExternal: true, external },
  logLevel: 'warn',
});
