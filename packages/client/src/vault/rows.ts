import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import { openContent, sealContent, type EnvelopePlace } from '@nuances/crypto/vault/envelope';
import type { NoteCategory } from '@nuances/domain/axes';
import { moodContent, readMoodContent } from '@nuances/domain/moods/fields';
import { readScanContent } from '@nuances/domain/scan/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { tagsOfText, textOfTags } from '@nuances/domain/scan/tags';
import {
  textOfVaultMoods,
  textOfVaultNote,
  textOfVaultProfile,
  textOfVaultScan,
  vaultMoodsOf,
  vaultNoteOf,
  vaultProfileOf,
  vaultScanOf,
} from '@nuances/domain/vault/content';
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
  readonly #userId: string;
  readonly #versions: ReadonlyMap<number, VaultKeys>;
  readonly #writes: number;

  /** @param writes the version under which rows are sealed; its keys are there */
  constructor(userId: string, versions: ReadonlyMap<number, VaultKeys>, writes: number) {
    this.#userId = userId;
    this.#versions = versions;
    this.#writes = writes;
  }

  async #open(content: EnvelopePlace['content'], itemId: string, keyVersion: number | undefined, envelope: string) {
    const keys = keyVersion === undefined ? undefined : this.#versions.get(keyVersion);
    if (!keys || keyVersion === undefined) return null;
    return openContent(keys, { userId: this.#userId, content, itemId, keyVersion }, envelope).catch(() => null);
  }

  #seal(content: EnvelopePlace['content'], itemId: string, text: string): Promise<string> {
    const keys = this.#versions.get(this.#writes);
    if (!keys) throw new Error('The keys of the version that is written are missing');
    return sealContent(keys, { userId: this.#userId, content, itemId, keyVersion: this.#writes }, text);
  }

  /** What is said in a scan; null when it does not open. */
  async openScan(row: ScanRow): Promise<OpenedScan | null> {
    const { _id, sealed, keyVersion, tags } = row;
    const text = sealed ? await this.#open('scan', _id, keyVersion, sealed) : null;
    const content = sealed ? text !== null && vaultScanOf(text) : readScanContent(row);
    if (!content) return null;
    const words = tags === null ? '' : await this.#open('tags', _id, keyVersion, tags);
    return { ...content, scoring: scoreOf(content.answers), tags: words === null ? null : tagsOf(words) };
  }

  /** Title, text and category of a note; null when it does not open. */
  async openNote({ _id, sealed, keyVersion }: NoteRow): Promise<SaidNote | null> {
    const text = sealed ? await this.#open('note', _id, keyVersion, sealed) : null;
    return text === null ? null : vaultNoteOf(text);
  }

  /** What a part of moods says; null when it does not open. */
  async openMoods(row: VaultRow): Promise<SaidMoods | null> {
    const { _id, sealed, keyVersion } = row;
    if (!sealed) return readMoodContent(row);
    const text = await this.#open('moods', _id, keyVersion, sealed);
    const part = text === null ? null : vaultMoodsOf(text);
    return part && moodContent(part);
  }

  sealMoods(id: string, part: SaidMoods): Promise<string> {
    return this.#seal('moods', id, textOfVaultMoods(part));
  }

  /** The sealed fields of the profile; null when they do not open. */
  async openProfile(profile: { readonly sealed: string; readonly keyVersion: number }): Promise<SaidProfile | null> {
    const text = await this.#open('profile', this.#userId, profile.keyVersion, profile.sealed);
    return text === null ? null : vaultProfileOf(text);
  }

  sealScan(id: string, scan: SaidScan): Promise<string> {
    return this.#seal('scan', id, textOfVaultScan(scan));
  }

  /** @throws ZodError for tags that break a rule; null for none */
  async sealTags(scanId: string, tags: readonly string[]): Promise<string | null> {
    const text = textOfTags(tags);
    return text === null ? null : this.#seal('tags', scanId, text);
  }

  sealNote(id: string, note: SaidNote): Promise<string> {
    return this.#seal('note', id, textOfVaultNote(note));
  }

  /** @throws TypeError for what is no profile */
  async sealProfile(profile: SaidProfile): Promise<string> {
    const said = vaultProfileOf(JSON.stringify(profile));
    if (!said) throw new TypeError('This is no profile');
    return this.#seal('profile', this.#userId, textOfVaultProfile(said));
  }
}

/** Tags of a text; null for one that has none. */
function tagsOf(text: string): readonly string[] | null {
  if (text === '') return [];
  try {
    return tagsOfText(text);
  } catch {
    return null;
  }
}
