import type { MasterKeys } from '@nuances/crypto/master-key';

/** What a backup and a restore take. Other commands migrate the database first; these find it as it is. */
interface BackupContext {
  /** Of the database. */
  readonly url: string;
  readonly masterKeys: MasterKeys;
  /** Where the key is, for a person. */
  readonly masterKeyKeptIn: string;
  /** The ledger of erased accounts of the data folder; the file need not exist. */
  readonly ledgerFile: string;
  /** Writes one line to the operator's terminal. */
  print(line: string): void;
}

/** A parsed backup or restore. Resolves to whether it was done; a failure rejects and has changed nothing. */
export type BackupCommand = (context: BackupContext) => Promise<boolean>;
