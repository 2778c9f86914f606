import type { StoredScan } from './scan-answers.ts';

/** A scan to be stored, with the score computed by the server; `tags` is an envelope of the server's key. */
export type NewScan = Omit<
  StoredScan,
  'receivedAt' | 'sealed' | 'keyVersion' | 'arrivedClear' | 'answers' | 'scoring'
> & {
  readonly answers: number[];
  readonly scoring: number;
};
