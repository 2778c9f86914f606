import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts Node on a script with words. `said` grows until `ended` resolves with the exit code. */
export function startScript(
  words: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
) {
  const child = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  return { child, said, ended: once(child, 'close').then(([code]: unknown[]) => code) };
}
