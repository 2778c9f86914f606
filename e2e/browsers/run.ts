/**
 * `npm run test:browsers`: the journey of a person in Debian's Firefox ESR and WebKitGTK, with the built product. A
 * browser that is not installed counts as failed.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '../support/server.ts';
import { words } from '../support/words.ts';
import { firefoxPath, openFirefox } from './firefox.ts';
import { journey } from './journey.ts';
import type { Tab } from './tab.ts';
import { displayPath, openWebKitGtk, webkitDriverPath } from './webkitgtk.ts';

const pictures = join(import.meta.dirname, '..', 'test-results', 'browsers');

interface Candidate {
  readonly name: string;
  /** Files that must exist, by the Debian package that contains them. */
  readonly needs: Readonly<Record<string, string>>;
  readonly open: () => Promise<Tab>;
}

const candidates: readonly Candidate[] = [
  { name: 'Firefox ESR', needs: { 'firefox-esr': firefoxPath }, open: openFirefox },
  { name: 'WebKitGTK', needs: { 'webkit2gtk-driver': webkitDriverPath, xvfb: displayPath }, open: openWebKitGtk },
];

async function passes({ name, needs, open }: Candidate, origin: string): Promise<boolean> {
  const missing = Object.entries(needs).flatMap(([debian, path]) => (existsSync(path) ? [] : [debian]));
  if (missing.length > 0) {
    console.error(`✘ ${name}: apt-get install ${missing.join(' ')}`);
    return false;
  }
  const begin = performance.now();
  let step = 'start';
  let tab: Tab | undefined;
  try {
    tab = await open();
    await journey(tab, origin, words.en, (next) => {
      step = next;
    });
    console.log(`✓ ${name}, ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
    return true;
  } catch (error) {
    console.error(`✘ ${name}, at "${step}":`, error);
    const picture = await tab?.picture().catch(() => undefined);
    if (picture) {
      mkdirSync(pictures, { recursive: true });
      const file = join(pictures, `${name.replaceAll(' ', '-')}.png`);
      writeFileSync(file, picture);
      console.error(`  ${file}`);
    }
    return false;
  } finally {
    await tab?.close();
  }
}

const server = new Server('browsers');
await server.start();
let failed = 0;
try {
  for (const candidate of candidates) if (!(await passes(candidate, server.url))) failed += 1;
} finally {
  await server.discard();
}
console.log(`${candidates.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
