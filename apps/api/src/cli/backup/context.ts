import type { MasterKeys } from '@nuances/crypto/master-key';

/** What a backup and a restore work with. Unlike other commands they find the database as it is, not migrated. */
interface BackupContext {
  /** Of the database. */
  readonly url: string;
  readonly masterKeys: MasterKeys;
  /** Where the key is, for a person. */
  readonly masterKeyKeptIn: string;
  /** Writes one line for the person at the terminal. */
  print(line: string): void;
}

/** A backup or a restore that was understood. Resolves to whether it was done; a failure rejects and changed nothing. */
export type BackupCommand = (context: BackupContext) => Promise<boolean>;
