/** Why a file is no journal that can be brought in. */
export type JournalRefusal = 'unreadable' | 'tooLarge' | 'tableTooLarge' | 'unsafe' | 'ownExport' | 'empty' | 'noDates';

/** A file that is not read any further. */
export class JournalRefused extends Error {
  override readonly name = 'JournalRefused';
  readonly reason: JournalRefusal;

  constructor(reason: JournalRefusal, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
