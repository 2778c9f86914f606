import { defineConfig, type Plugin } from 'vite';
import external from './external.json' with { type: 'json' };

/** A unit of UTF-16 as code writes it. */
const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes every character that is not ASCII as an escape. A file with one other character is kept by V8 at two bytes for each,
 * and a start has to read 1.4 MB of them.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  // After the bundler has printed its code, which would write the characters again. Line numbers stay as they are.
  // `String.raw` would see the escape, so nothing in the bundle may use it with other characters.
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[\u0080-\uffff]/g, escapeUnit);
    }
  },
};

let hasNativeSpread = false;
/**
 * tRPC is published for engines without object spread, and copies what each middleware of a call gets property by property. In
 * its place stands what Node does itself; the lines of the file stay.
 */
const nativeSpread: Plugin = {
  name: 'native-spread',
  transform: {
    filter: { id: /@trpc\/server\/dist\/.+\.mjs$/ },
    handler(code) {
      const helper = /function _objectSpread2\(e\) \{\n[^]*?\n\}(?=\n)/.exec(code)?.[0];
      if (helper === undefined) return;
      hasNativeSpread = true;
      return {
        code: code.replace(helper, `const _objectSpread2 = Object.assign;${helper.replaceAll(/[^\n]/g, '')}`),
        map: null,
      };
    },
  },
  buildEnd(error) {
    if (!error && !hasNativeSpread) this.error('tRPC has no helper for object spread any more: this plugin can go');
  },
};

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
    // A stack names functions.
    minify: false,
    // The packages' licences demand that they go with every copy.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        admin: 'src/cli/main.ts',
        'password-strength': 'src/auth/password-strength.worker.mjs',
      },
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
  plugins: [nativeSpread, asciiOnly],
  ssr: { noExternal: true, external },
  logLevel: 'warn',
});
