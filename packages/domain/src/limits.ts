/** All limits of what people and programs may send. Lengths count UTF-16 code units, as JavaScript does. */
export const limits = {
  username: { min: 3, max: 30 },
  password: { min: 8, max: 128 },
  email: { max: 254, endingMin: 2, endingMax: 6 },
  /** First and last name, and the names of a script token and a passkey. */
  name: { max: 60 },
  country: { min: 2, max: 60 },
  /** Every other text of the profile. */
  profileText: { max: 500 },
  /** Characters of a note's title, before sealing. */
  noteTitle: { max: 200 },
  /** Of a note's text before sealing: characters, and bytes in UTF-8, so that the sealed note fits into one call. */
  noteText: { max: 100_000, maxBytes: 195_000 },
  /** Body of a call that stores notes, bytes. */
  noteBodyMaxBytes: 256 * 1024,
  /** One tag of a scan, before sealing. */
  tag: { max: 24 },
  tagsOfScan: 8,
  /** Tags that are offered for a scan: so many, used within so many days. */
  tagsOffered: { max: 5, days: 60 },
  /** The envelope of a scan's tags, bytes: room for the longest tags, escaped in JSON and sealed. */
  sealedTagsMaxBytes: 2_048,
  /**
   * A file that is restored: bytes of the file and of all that it unpacks to, files in it, and how far an entry of some size
   * may have shrunk.
   */
  archive: {
    fileMaxBytes: 256 * 1024 * 1024,
    unpackedMaxBytes: 512 * 1024 * 1024,
    entries: 25_000,
    /** A text shrinks to less than a two-hundredth of its size only when it says one thing over and over. */
    packed: { ratioMax: 200, fromBytes: 16 * 1024 * 1024 },
  },
  /** Another journal: bytes of its text, rows and columns of a table, and lines that are named one by one when they are left out, or brought in. */
  importedJournal: { maxBytes: 64 * 1024 * 1024, rows: 50_000, columns: 100, faultsShown: 200, fatesShown: 2_000 },
  /** Characters of the passphrase that seals an export. */
  passphrase: { min: 12, max: 128 },
  /** The passphrase of a vault: characters or words at least, and different letters and digits. */
  vaultPassphrase: { min: 14, words: 4, different: 8, differentWords: 3 },
  /**
   * A vault: bytes of a call that stores its rows, items in one; bytes of the envelopes of a note (the longest text, escaped in
   * JSON and padded), a scan, its tags (the longest envelope of version 1 inside one of a vault) and a profile; ways to open it; a slot's parameters and its wrap; a manifest.
   */
  vault: {
    bodyMaxBytes: 1024 * 1024,
    items: 100,
    noteMaxBytes: 880_000,
    scanMaxBytes: 2_048,
    tagsMaxBytes: 3_200,
    profileMaxBytes: 64 * 1024,
    slots: 24,
    parametersMax: 2_048,
    wrappedMax: 200,
    manifestMax: 1_024,
  },
  /**
   * Moods of another journal, stored in parts: moods of a part, its bytes as JSON, and those of its envelope; characters of the
   * name of a line or a mood, and of a word; words of a mood; minutes between a clock and UTC.
   */
  moods: {
    entries: 500,
    bytes: 120_000,
    sealedMaxBytes: 180_000,
    name: 60,
    word: 60,
    words: 20,
    offsetMaxMin: 18 * 60,
  },
  /** Scans, notes, and parts of moods, that one call may restore. */
  restorePart: 200,
  /** Items of one page of a list. */
  pageMax: 500,
  /** Highest revision that a column holds. */
  revisionMax: 2 ** 31 - 1,
  /** Longest accepted scan, seconds; longer ones are capped. */
  durationMaxS: 86_400,
  /** Oldest accepted client time. */
  createdAtMin: '2000-01-01T00:00:00.000Z',
  /** How far a client clock may be ahead, milliseconds; beyond it the server's time is used. */
  clockAheadMs: 5 * 60_000,
  /** When it was received more than this after its time, a scan or note counts as entered later, milliseconds. */
  enteredLaterMs: 86_400_000,
  /** Calendar days before today that a scan or note may be written for. */
  daysBack: 30,
  /** Entries in a person's ledger of agreements; a withdrawal is always taken. */
  consentEntries: 200,
  /** A reminder: the name of its zone and the address of its push service in characters, how long it may pause, how far those of one time are spread, and how late one may come. */
  reminder: { zoneMax: 64, endpointMax: 2_048, pauseMaxDays: 31, spreadMaxMs: 600_000, lateMaxMs: 3_600_000 },
  /** Valid sessions of one account. */
  sessions: 20,
  /** Script tokens of one account: how many at a time, and the longest life in days. */
  scriptTokens: { max: 20, daysMax: 365 },
  passkeys: 20,
  /** Characters of a one-time or backup code as it may be sent. */
  codeMax: 32,
  /** A token as a client may send it; ours are 43 characters, access tokens longer. */
  tokenMax: 2_048,
  /** Device tokens that a login may send: for each account that was opened on the device, the newest. */
  deviceTokens: { max: 5, lengthMax: 128 },
} as const;

/** What one account may store; above it a save is refused with `quotaReached`. */
export const quotas = {
  scans: 20_000,
  notes: 20_000,
  /** Parts of moods: with their largest size a bound of their own, the same with a vault and without, beside `sealedBytes`. */
  moods: 200,
  /** Titles and texts of all notes and tags of all scans, as they are stored. */
  sealedBytes: 64 * 1024 * 1024,
} as const;

/**
 * What `quotas.sealedBytes` counts of an envelope. One of the server's key counts whole: the text, and so many bytes more, in
 * base64. Of one of a vault, which is padded, a share or all but the largest padding, whichever is more, so that a person's room
 * does not depend on the vault.
 */
export const envelopeSize = { overheadBytes: 28, vaultShare: 1 / 4, paddingMaxBytes: 65_536 } as const;

/** Bytes as characters of base64. */
export const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);

/** The bloom of the statistics changes in this many steps of this length, milliseconds. */
export const bloomMorph = { steps: 30, stepMs: 33 } as const;

/** Scans in the history: how many at first, how many more, and how near the end (px) the next ones load. */
export const historyPage = { first: 3, more: 3, nearEndPx: 50 } as const;

/** Lifetimes of sessions and links, seconds. */
export const lifetimes = {
  sessionIdleS: 30 * 86_400,
  sessionAbsoluteS: 90 * 86_400,
  verifyLinkS: 24 * 3_600,
  resetLinkS: 3_600,
  /** The link that takes an e-mail change back. */
  restoreLinkS: 72 * 3_600,
  /** The link that takes an address off an account that its owner does not know. */
  disownLinkS: 72 * 3_600,
  /** A challenge that a passkey signs. */
  passkeyChallengeS: 5 * 60,
  /** A proof of the password or by a passkey, for changes of what opens the account. */
  proofS: 5 * 60,
  /** From the operator's command that ends one-time codes to the end of them. */
  codesEndDelayS: 24 * 3_600,
  /** One-time codes whose first code was not typed. */
  unconfirmedCodesS: 24 * 3_600,
  /** A rotated refresh token stays valid this long after its successor has been used once. */
  rotationGraceS: 30,
} as const;

/** How long the deletion of a note is remembered, days: until then an undo counts as no new note. */
export const deletedNotesKeptDays = 30;

/** How usage is counted, seconds. */
export const usage = {
  /** A pause of at least this length ends a session (SPEC.md USAGE-9). */
  sessionPauseS: 30 * 60,
  /** A quiz counts at most this long in averages (SPEC.md USAGE-10). */
  quizCountedMaxS: 3_600,
} as const;

/** How many accounts come back after their sign-up (SPEC.md USAGE-11). */
export const retention = {
  /** Weeks after the one of the sign-up that are reported. */
  weeksAfter: [1, 2, 4, 7],
  /** Fewer accounts are not reported, so that no single person can be recognised. */
  minAccounts: 5,
} as const;

/**
 * How long raw usage events are kept at most, months; at least one less. The last that needs them is the path of accounts
 * (SPEC.md USAGE-17), three weeks after a week began; the rest is for days on which nothing was counted.
 */
export const eventsKeptMonths = 3;
