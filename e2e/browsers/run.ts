/**
 * `npm run test:browsers`: the journey of a person in Debian's Firefox ESR and WebKitGTK, with the built product. A
 * browser that is not installed counts as failed.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '../support/server.ts';
import { type Words, words } from '../support/words.ts';
import { firefoxPath, openFirefox } from './firefox.ts';
import { journey } from './journey.ts';
import { paper } from './paper.ts';
import type { Tab } from './tab.ts';
import { displayPath, openWebKitGtk, webkitDriverPath } from './webkitgtk.ts';

const pictures = join(import.meta.dirname, '..', 'test-results', 'browsers');

interface Candidate<T extends Tab> {
  readonly name: string;
  /** Files that must exist, by the Debian package that contains them. */
  readonly needs: Readonly<Record<string, string>>;
  readonly open: () => Promise<T>;
  readonly go: (tab: T, origin: string, w: Words, say: (step: string) => void) => Promise<void>;
}

const firefox = { name: 'Firefox ESR', needs: { 'firefox-esr': firefoxPath }, open: openFirefox };
const webkit = {
  name: 'WebKitGTK',
  needs: { 'webkit2gtk-driver': webkitDriverPath, xvfb: displayPath },
  open: openWebKitGtk,
};

async function passes<T extends Tab>({ name, needs, open, go }: Candidate<T>, origin: string): Promise<boolean> {
  const missing = Object.entries(needs).flatMap(([debian, path]) => (existsSync(path) ? [] : [debian]));
  if (missing.length > 0) {
    console.error(`✘ ${name}: apt-get install ${missing.join(' ')}`);
    return false;
  }
  const begin = performance.now();
  let step = 'start';
  let tab: T | undefined;
  try {
    tab = await open();
    await go(tab, origin, words.en, (next) => {
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
const passed: boolean[] = [];
try {
  passed.push(await passes({ ...firefox, go: journey }, server.url));
  passed.push(await passes({ ...firefox, name: 'Firefox ESR, on paper', go: paper }, server.url));
  passed.push(await passes({ ...webkit, go: journey }, server.url));
} finally {
  await server.discard();
}
const failed = passed.filter((isPassed) => !isPassed).length;
console.log(`${passed.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
