/** Why a file is not taken: it is no export, larger than one can be, has entries that none has, or is of a later version. */
export type RefusalReason = 'unreadable' | 'tooLarge' | 'unsafe' | 'later';

/** A file that is not read any further. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
