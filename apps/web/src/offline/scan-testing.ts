import { readScanContent, type ScanContent } from '@nuances/domain/scan/fields';

/** The content of a scan, for tests that do not depend on its other fields. */
export function contentOf(answers: readonly number[], duration: number): ScanContent {
  const content = readScanContent({ answers, duration });
  if (!content) throw new Error('no content of a scan');
  return content;
}
