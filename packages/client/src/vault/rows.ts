import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import {
  openMoodsRow,
  openNoteRow,
  openProfileRow,
  openScanRow,
  openTagsOf,
  sealMoodsRow,
  sealNoteRow,
  sealProfileRow,
  sealScanRow,
  sealTagsOf,
} from '@nuances/crypto/vault/rows';
import type { NoteCategory } from '@nuances/domain/axes';
import { moodContent } from '@nuances/domain/moods/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { vaultProfileOf } from '@nuances/domain/vault/content';
import type { Api } from '../api.ts';

/** What a row of a vault says besides its content. Without an envelope it came unsealed, or is of before the vault. */
interface VaultRow {
  readonly _id: string;
  readonly sealed?: string | null | undefined;
  readonly keyVersion?: number | undefined;
}

/** A scan as it is listed. */
export interface ScanRow extends VaultRow {
  readonly answers: readonly number[] | null;
  readonly tags: string | null;
}

/** A note as it is listed. */
export interface NoteRow extends VaultRow {
  readonly title: string;
  readonly text: string;
  readonly categoryId: NoteCategory | null;
}

/** What is said in a scan. */
export interface SaidScan {
  /** Red, orange, yellow, green, cyan, blue, purple. */
  readonly answers: readonly number[];
  /** Seconds; null when they were not counted. */
  readonly duration: number | null;
  /** Axes whose answer was kept from the scan before. */
  readonly kept: number[];
  /** How exact its time is. */
  readonly moment: 'exact' | 'part' | 'day';
}

/** What is sealed of a note. */
export interface SaidNote {
  readonly title: string;
  readonly text: string;
  readonly categoryId: NoteCategory;
}

type ListedMoods = Awaited<ReturnType<Api['moods']['own']['query']>>[number];

/** What a part of a line of moods says. */
export type SaidMoods = Pick<
  Extract<ListedMoods, { readonly entries: unknown }>,
  'source' | 'name' | 'scale' | 'entries'
>;

/** The sealed fields of a profile, as `profile.get` answers them. */
export type SaidProfile = Readonly<Record<string, string | null>>;

/** A scan, opened. */
export interface OpenedScan extends SaidScan {
  readonly scoring: number;
  /** Null when they do not open. */
  readonly tags: readonly string[] | null;
}

/**
 * The rows of one account with a vault, to and from their envelopes (docs/vault.md): each opens at its own place, with the
 * key of its version.
 */
export class VaultRows {
  /** What opens and seals them. */
  readonly keys: {
    readonly owner: string;
    readonly versions: ReadonlyMap<number, VaultKeys>;
    readonly writes: number;
    readonly noteKey: null;
  };

  /** @param writes the version under which rows are sealed; its keys are there */
  constructor(userId: string, versions: ReadonlyMap<number, VaultKeys>, writes: number) {
    this.keys = { owner: userId, versions, writes, noteKey: null };
  }

  /** What is said in a scan; null when it does not open. */
  async openScan(row: ScanRow): Promise<OpenedScan | null> {
    const content = await openScanRow(this.keys, row);
    if (!content) return null;
    const tags = row.tags === null ? [] : await openTagsOf(this.keys, row, row.tags);
    return { ...content, scoring: scoreOf(content.answers), tags };
  }

  /** Title, text and category of a note; null when it does not open. */
  openNote(row: NoteRow): Promise<SaidNote | null> {
    return openNoteRow(this.keys, row);
  }

  /** What a part of moods says; null when it does not open. */
  async openMoods(row: VaultRow): Promise<SaidMoods | null> {
    const part = await openMoodsRow(this.keys, row);
    return part && moodContent(part);
  }

  sealMoods(id: string, part: SaidMoods): Promise<string> {
    return sealMoodsRow(this.keys, id, part);
  }

  /** The sealed fields of the profile; null when they do not open. */
  openProfile(profile: { readonly sealed: string; readonly keyVersion: number }): Promise<SaidProfile | null> {
    return openProfileRow(this.keys, profile);
  }

  sealScan(id: string, scan: SaidScan): Promise<string> {
    return sealScanRow(this.keys, id, scan);
  }

  /** @throws ZodError for tags that break a rule; null for none */
  sealTags(scanId: string, tags: readonly string[]): Promise<string | null> {
    return sealTagsOf(this.keys, scanId, tags);
  }

  sealNote(id: string, note: SaidNote): Promise<string> {
    return sealNoteRow(this.keys, id, note);
  }

  /** @throws TypeError for what is no profile */
  async sealProfile(profile: SaidProfile): Promise<string> {
    const said = vaultProfileOf(JSON.stringify(profile));
    if (!said) throw new TypeError('This is no profile');
    return sealProfileRow(this.keys, said);
  }
}
