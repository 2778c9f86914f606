import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import packageJson from '../package.json' with { type: 'json' };

/** One script with everything that it imports. */
async function bundle(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
    logLevel: 'error',
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      rolldownOptions: { input: path.join(root, 'worker/additions.ts'), output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []));
  const [script] = chunks;
  if (chunks.length !== 1 || script?.type !== 'chunk') throw new Error('worker/additions.ts is not one script');
  return script.code;
}

/**
 * Appends our own handlers to the generated service worker. The generator can only add them with
 * `importScripts`, which the Trusted Types policy of our pages refuses in the worker too.
 */
export function workerAdditions(): Plugin {
  let root = '';
  let dir = '';
  return {
    name: 'nuances-worker-additions',
    apply: (config, { isSsrBuild }) => !isSsrBuild && config.build?.ssr === undefined,
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      dir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        await appendFile(path.join(dir, 'sw.js'), `\n${await bundle(root)}`);
      },
    },
  };
}
