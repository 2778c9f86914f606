import type { Api } from './api.ts';
import type { SaidMoods } from './vault/rows.ts';

type Exported = Awaited<ReturnType<Api['profile']['exportData']['query']>>;

/** Everything that is stored of a person, readable: a file that Restore takes (docs/export.md). */
export interface Everything extends Omit<Exported, 'scans' | 'notes' | 'moods'> {
  /** Version of the format. */
  readonly version: number;
  readonly scans: readonly ExportedScan[];
  readonly notes: readonly ExportedNote[];
  readonly moods: readonly ExportedMoods[];
}

/** What an export says of a record: some fields always, others not in files of earlier versions. */
type Said<Item, Always extends keyof Item> = Readonly<Pick<Item, Always>> & {
  readonly [Name in Exclude<keyof Item, Always>]?: Item[Name] | null | undefined;
};

/** A scan in an export. */
export interface ExportedScan extends Said<
  Omit<Exported['scans'][number], 'answers' | 'scoring' | 'tags'>,
  '_id' | 'createdAt'
> {
  /** Red, orange, yellow, green, cyan, blue, purple; null where a vault did not open it. */
  readonly answers: readonly number[] | null;
  readonly scoring: number | null;
  /** The envelope of a scan that was not opened. */
  readonly sealed?: string | null | undefined;
  /** Words; an envelope where the key did not open it. */
  readonly tags: readonly string[] | string;
  readonly tagsEncrypted?: true;
}

/** A note in an export. */
export interface ExportedNote extends Said<
  Exported['notes'][number],
  '_id' | 'categoryId' | 'title' | 'text' | 'createdAt'
> {
  /** Whether title and text are envelopes, because the key did not open them. */
  readonly encrypted: boolean;
}

type Moods = Exported['moods'][number];

/** A part of a line of moods of another journal in an export; its envelope where it did not open. */
export type ExportedMoods =
  | Said<Omit<Extract<Moods, { readonly entries: unknown }>, 'sealed' | 'keyVersion'>, keyof SaidMoods | '_id'>
  | Said<Extract<Moods, { readonly sealed: string }>, '_id' | 'sealed' | 'keyVersion'>;
