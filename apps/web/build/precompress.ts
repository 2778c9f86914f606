import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressed = /\.(?:js|css|svg|html|json|webmanifest)$/;
/** Smaller files gain nothing. */
const worthwhile = 256;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a .br and a .gz file beside every text file, so that the server never compresses during a request. */
export function precompress(): Plugin {
  let dir = '';
  return {
    name: 'nuances-precompress',
    apply: (config, { isSsrBuild }) => !isSsrBuild && config.build?.ssr === undefined,
    enforce: 'post',
    configResolved(config) {
      dir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(dir, { recursive: true });
        for (const name of files.filter((file) => compressed.test(file))) {
          const file = path.join(dir, name);
          const content = await readFile(file);
          if (content.length < worthwhile) continue;
          await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
          await writeFile(`${file}.br`, await brotli(content, { params }));
        }
      },
    },
  };
}
