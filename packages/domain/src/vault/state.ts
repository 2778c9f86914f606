/** The states of an account's vault, and what may be said of them (SPEC.md VAULT-2). */

/** Who has the key of the content: the server, only the person, or the content is moving from one key to another. */
export const keyModes = ['server', 'moving', 'vault'] as const;
export type KeyMode = (typeof keyModes)[number];

/** Whose key a move leads to. */
export const keyTargets = ['vault', 'server'] as const;
export type KeyTarget = (typeof keyTargets)[number];

/** The ways to open a vault, in the order in which they are shown. */
export const slotKinds = ['passphrase', 'recovery', 'passkey'] as const;
export type SlotKind = (typeof slotKinds)[number];

/** What has to be typed before the content of a vault is erased. */
export const anewWords = ['effacer', 'erase'] as const;

/** The key version of accounts that never had a vault, which their answers do not name. */
export const firstKeyVersion = 1;
