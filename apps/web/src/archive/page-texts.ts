/** The words of the page in an export; a worker has no catalogue. */
export interface PageTexts {
  readonly language: string;
  readonly title: string;
  /** When and of whom it is. */
  readonly lead: string;
  readonly offline: string;
  readonly profile: string;
  readonly scans: string;
  readonly notes: string;
  readonly more: string;
  readonly when: string;
  readonly tags: string;
  readonly points: string;
  /** The poles of each axis, in data order. */
  readonly axes: readonly { readonly left: string; readonly right: string }[];
  /** Names of the categories of notes, by id. */
  readonly categories: Readonly<Record<string, string>>;
  readonly locked: string;
  readonly lockedTags: string;
  /** The note is about a scan. */
  readonly about: string;
  readonly nothing: string;
  /** Names of the fields of the profile, by their names in the file. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names of what else the file holds: its lists, and their fields. One that is younger than this page keeps its own. */
  readonly parts: Readonly<Record<string, string>>;
  readonly otherFields: Readonly<Record<string, string>>;
  readonly yes: string;
  readonly no: string;
}
