/** Every command line and block of the documents is typed by `commands.product.test.ts`, run by another suite, or says why not. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocks, commands, elsewhere, notTyped, operatorCommands, otherBlocks, promises } from './documented.ts';

const root = dirname(import.meta.dirname);
const named = ({ place, language }: { place: string; language: string }) => `${place.replace(/:\d+$/, '')} ${language}`;

describe('documented commands', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(60);
    expect(blocks.length).toBeGreaterThan(25);
    expect(operatorCommands).toEqual(expect.arrayContaining(['grant USER', 'backup FILE', 'distribute --dry-run']));
  });

  it('of other suites are in the documents, and what runs them is there', () => {
    const texts = [...commands.map(({ text }) => text), ...operatorCommands];
    expect([...elsewhere.keys(), ...notTyped.keys()].filter((text) => !texts.includes(text))).toEqual([]);
    const missing = [...elsewhere.values(), ...otherBlocks.values()].filter(
      ({ file, shows }) => !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(shows),
    );
    expect(missing).toEqual([]);
  });

  it('name only scripts that exist', () => {
    // What an npm script is called is told by npm itself; here a wrong name would only be found in the long form.
    const scripts = (folder: string) =>
      Object.keys(
        (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { scripts: object }).scripts,
      );
    const folders = new Map(['db', 'client'].map((name) => [name, `packages/${name}`]));
    const unknown = commands.flatMap(({ text }) =>
      Array.from(text.matchAll(/npm run (?:--silent )?([\w:-]+)([^&#]*)/g)).flatMap(([, script = '', rest = '']) => {
        const workspace = /-w @nuances\/(\w+)/.exec(rest)?.[1];
        const folder = workspace === undefined ? '.' : (folders.get(workspace) ?? workspace);
        return scripts(folder).includes(script) ? [] : [text];
      }),
    );
    expect(unknown).toEqual([]);
  });
});

describe('blocks that are no shell lines', () => {
  it('are run, or say before them why not', () => {
    const unknown = blocks.filter(
      (block) => block.language !== 'sh' && block.notRun === null && !otherBlocks.has(named(block)),
    );
    expect(unknown.map(named)).toEqual([]);
    expect([...otherBlocks.keys()].filter((name) => !blocks.some((block) => named(block) === name))).toEqual([]);
  });
});

it('each promise to the outside has a test', () => {
  expect([...promises].filter(([, file]) => !existsSync(join(root, file)))).toEqual([]);
});
