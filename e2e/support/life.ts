import { randomUUID } from 'node:crypto';
import { seal, storeNote } from './notes.ts';
import type { Persona } from './persona.ts';
import { keyVersion, type StoryVault } from './vault.ts';

/** A scan of a made-up life. */
interface LivedScan {
  readonly answers: readonly number[];
  /** ISO time. */
  readonly createdAt: string;
  readonly words?: readonly string[];
  /** Indices of the axes that were taken over. */
  readonly kept?: readonly number[];
}

/** A note of a made-up life. */
interface LivedNote {
  readonly title: string;
  readonly text: string;
  readonly createdAt: string;
  readonly categoryId?: string;
}

/** What a person has given. */
export interface Life {
  readonly scans: readonly LivedScan[];
  readonly notes: readonly LivedNote[];
}

/** Bytes that the content of a scan, its words and a note are padded to. */
const sizes = { scan: 128, tags: 256, note: 1024 } as const;
/** Rows that one call stores here. */
const rowsOfCall = 50;

/** Stores scans and notes under the key of a vault, as another device of the person would. */
async function storeSealed(persona: Persona, vault: StoryVault, { scans, notes }: Life): Promise<void> {
  const put = (input: object) => persona.callAsUser('POST', '/trpc/vault.put', { keyVersion, ...input });
  const sealedScans = scans.map(({ answers, createdAt, words = [], kept = [] }) => {
    const _id = randomUUID();
    const content = JSON.stringify({ answers, duration: 30, kept, moment: 'exact' });
    const tags = { content: 'scan|tags', label: 'tags', itemId: _id } as const;
    return {
      ...{ _id, isMove: false, createdAt },
      sealed: vault.seal({ content: 'scan|content', label: 'scans', itemId: _id }, content, sizes.scan),
      tags: words.length > 0 ? vault.seal(tags, JSON.stringify(words), sizes.tags) : null,
    };
  });
  const sealedNotes = notes.map(({ title, text, createdAt, categoryId = 'other' }) => {
    const _id = randomUUID();
    const content = JSON.stringify({ title, text, categoryId });
    const sealed = vault.seal({ content: 'note|content', label: 'notes', itemId: _id }, content, sizes.note);
    return { ...{ _id, isMove: false, createdAt, scanResultId: null }, sealed };
  });
  for (let from = 0; from < Math.max(sealedScans.length, sealedNotes.length); from += rowsOfCall) {
    const to = from + rowsOfCall;
    await put({ scans: sealedScans.slice(from, to), notes: sealedNotes.slice(from, to) });
  }
}

/** Stores a life as another device of the person would; sealed where there is a vault. */
export async function live(persona: Persona, { scans, notes }: Life, vault: StoryVault | null = null): Promise<void> {
  if (vault) return storeSealed(persona, vault, { scans, notes });
  const { userKey } = await persona.tokens();
  for (const { answers, createdAt, words = [], kept = [] } of scans) {
    const tags = words.length > 0 ? seal(userKey, JSON.stringify(words)) : null;
    await persona.callAsUser('POST', '/api/results', { answers, createdAt, kept, duration: 30, tags });
  }
  for (const note of notes) await storeNote(persona, note);
}

/** The week from 16 to 22 November 2026, with a note of it and one of a month before. */
export function weekOf(words: readonly string[]): Life {
  const [work = '', walk = '', name = ''] = words;
  const at = (day: string) => `${day}T11:00:00.000Z`;
  return {
    scans: [
      { answers: [5, 4, 3, 6, 4, 6, 5], createdAt: at('2026-11-16'), words: [work] },
      { answers: [6, 4, 4, 5, 5, 6, 6], createdAt: at('2026-11-17'), words: [work, walk] },
      { answers: [5, 5, 6, 6, 3, 8, 6], createdAt: at('2026-11-19'), words: [work] },
      { answers: [6, 4, 7, 6, 5, 7, 7], createdAt: at('2026-11-20'), words: [walk, name] },
      { answers: [7, 5, 8, 7, 5, 7, 7], createdAt: at('2026-11-22') },
    ],
    notes: [
      {
        title: 'Dire non sans m’excuser',
        text: 'Ce matin j’ai refusé une réunion de plus, et rien ne s’est effondré. J’ai marché jusqu’au canal à la place.',
        categoryId: 'green',
        createdAt: '2026-11-20T12:00:00.000Z',
      },
      { title: 'Ce que la pluie a changé', text: 'x', createdAt: '2026-10-23T12:00:00.000Z' },
    ],
  };
}
