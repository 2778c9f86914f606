import { type Browser, chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Our own flags for every Chromium: quiet, and without a sandbox only where there can be none. */
const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's, the one without a window first: it draws the same pages and leaves the machine a quarter of the work. */
function systemChromium(): string | undefined {
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const known = `/usr/bin/${name}`;
    if (existsSync(known)) return known;
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // The next one, then.
    }
  }
  return undefined;
}

/** The one that comes with `npm ci`: it needs neither an installation nor system libraries. */
async function packagedChromium(): Promise<string> {
  // Tells the package to unpack the libraries that a bare machine lacks.
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** The browser of the stories: the one asked for, the system's, Playwright's own, the packaged one. */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const asked = process.env['CHROMIUM_PATH'];
  const found = [asked, systemChromium(), chromium.executablePath()].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
  return { executablePath: found ?? (await packagedChromium()), args: flags };
}

/** Starts that browser, for scripts that are no stories. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await findChromium());
}
