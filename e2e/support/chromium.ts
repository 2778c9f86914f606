import { type Browser, chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Flags for every Chromium: quiet, and without a sandbox only where none is possible. */
const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium, headless shell first: it renders the same and needs a quarter of the processor time. */
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

/** The one of `npm ci`: it needs neither an installation nor system libraries. */
async function packagedChromium(): Promise<string> {
  // Makes the package unpack libraries that a minimal system lacks.
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** The browser of the stories: the configured one, the system's, Playwright's own, or the packaged one. */
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
