import { execFileSync } from 'node:child_process';

/**
 * The commit of a checkout, with `-dirty` behind it when files of it were changed; empty without git.
 * @param {string} root
 * @returns {string}
 */
export function currentCommit(root) {
  try {
    const question = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    return execFileSync('git', question, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
