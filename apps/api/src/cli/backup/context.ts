import type { MasterKeys } from '@nuances/crypto/master-key';
import type { EmbeddedLog } from '@nuances/db/embedded/log';

/** What `restore --until` reads, and where it recovers. */
interface ArchiveContext {
  /** `BACKUP_DIR`. */
  readonly folder: string;
  /** `DATA_DIR`. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
}

/** The context of backup and restore. Other commands migrate the database first; these do not. */
export interface BackupContext {
  /** Of the database. */
  readonly url: string;
  readonly masterKeys: MasterKeys;
  /** The location of the key, for the operator. */
  readonly masterKeyKeptIn: string;
  /** The ledger of erased accounts of the data folder; the file need not exist. */
  readonly ledgerFile: string;
  /** For `restore --until`; missing without `BACKUP_DIR`. */
  readonly archive?: ArchiveContext | undefined;
  /** Writes one line to the operator's terminal. */
  print(line: string): void;
}

/** A parsed backup or restore. Resolves to whether it was done; what rejects before it printed has changed nothing. */
export type BackupCommand = (context: BackupContext) => Promise<boolean>;
