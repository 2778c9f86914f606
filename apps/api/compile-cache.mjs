/**
 * Keeps compiled code for the next start, which would otherwise spend a quarter of its time compiling. From 22.1 on Node
 * does it; on Node 20 it is done here, with the same means of V8. Without support for Node 20, two calls of Node remain.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const require = createRequire(import.meta.url);
/**
 * A checksum stands before the code: V8 itself would run code that the disk has damaged. In eight bytes: it copies code that
 * does not begin at a multiple of them.
 */
const checksumBytes = 8;

/** The kept code; undefined when there is none, or it is damaged. */
function read(path) {
  try {
    const stored = readFileSync(path);
    const code = stored.subarray(checksumBytes);
    return crc32(code) === stored.readUInt32BE(0) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Stores code where another process sees all of it or nothing. */
function write(path, code) {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(crc32(code));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, Buffer.concat([checksum, code]), { flush: true });
  renameSync(draft, path);
}

/**
 * Uses the kept code of a bundle from now on. Whoever may write to the folder can change what the next start runs.
 * @param {string} bundle folder of CommonJS files, each `.cjs` and with a hash of its content in its name, but for the
 *   entries, which are small
 * @param {string} folder of the code; made if missing. Where that is not allowed, nothing is kept
 * @returns {() => void} stores what was compiled so far, unless it is there. To be called once after the start, because V8
 *   soon drops the code of functions that ran only then
 */
export function useCompiledCode(bundle, folder) {
  if (module.enableCompileCache) {
    module.enableCompileCache(folder);
    return () => module.flushCompileCache?.();
  }
  /** Compiled by this process, by the path where it will be kept. */
  const compiled = new Map();
  const compile = require.extensions['.js'];
  require.extensions['.cjs'] = (loading, path) => {
    const isHashed = dirname(path) === bundle && /-[\w-]{8}\.cjs$/.test(path);
    if (!isHashed) return compile(loading, path);
    const kept = join(folder, basename(path));
    const cachedData = read(kept);
    // As Node wraps a module.
    const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(path, 'utf8')}\n})`;
    const script = new Script(source, { filename: path, cachedData });
    // Another version of Node made it.
    if (cachedData === undefined || script.cachedDataRejected) compiled.set(kept, script);
    const run = script.runInThisContext();
    run.call(loading.exports, loading.exports, createRequire(path), loading, path, bundle);
  };
  return () => {
    try {
      if (compiled.size > 0) mkdirSync(folder, { recursive: true });
      for (const [path, script] of compiled) write(path, script.createCachedData());
    } catch {
      // A read-only folder, or no room: the next start compiles again.
    }
  };
}
