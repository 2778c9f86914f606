import type { MasterKeys } from '@nuances/crypto/master-key';

/** The context of backup and restore. Other commands migrate the database first; these do not. */
export interface BackupContext {
  /** Of the database. */
  readonly url: string;
  readonly masterKeys: MasterKeys;
  /** The location of the key, for the operator. */
  readonly masterKeyKeptIn: string;
  /** The ledger of erased accounts of the data folder; the file need not exist. */
  readonly ledgerFile: string;
  /** Writes one line to the operator's terminal. */
  print(line: string): void;
}

/** A parsed backup or restore. Resolves to whether it was done; rejects without any change on failure. */
export type BackupCommand = (context: BackupContext) => Promise<boolean>;
