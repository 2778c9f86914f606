import { readFile } from 'node:fs/promises';

/** What stands in backquotes in the chapter of docs/growing.md about Citus, in its order. */
export async function documentedLines(): Promise<string[]> {
  const text = await readFile(new URL('../../../../docs/growing.md', import.meta.url), 'utf8');
  const chapter = text.split(/^## /m).find((part) => part.startsWith('On Citus\n')) ?? '';
  return Array.from(chapter.matchAll(/`([^`]+)`/g), ([, line = '']) => line);
}
