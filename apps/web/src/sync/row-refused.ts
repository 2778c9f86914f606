import type { ErrorCode } from '@nuances/domain/errors';

/** A row that the server refused in an answer about several, or that cannot be sealed: as the error of a refused call. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
  readonly data: { readonly app: { readonly code: ErrorCode; readonly fields: object } };

  constructor(code: ErrorCode, fields: Readonly<Record<string, ErrorCode>> = {}) {
    super(code);
    const named = Object.entries(fields).map(([field, its]) => [field, { code: its }] as const);
    this.data = { app: { code, fields: Object.fromEntries(named) } };
  }
}
