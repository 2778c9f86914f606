import { openText } from '@nuances/crypto/note-envelope';
import { readSealedExport } from '@nuances/domain/export-file';
import { readableExport, type ReadableExport } from '@nuances/domain/readable-export';
import { isRecord } from '@nuances/domain/record';

/**
 * Opens what the server answered.
 * @param key null when it is not available: everything sealed stays as it is, marked
 * @param onOpened called with how many items were opened since the last call, and how many there are
 * @throws ZodError for an answer of another form
 */
export async function openedExport(
  answer: Uint8Array,
  key: CryptoKey | null,
  onOpened: (count: number, total: number) => void,
): Promise<ReadableExport> {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(answer));
  const result = isRecord(parsed) ? parsed['result'] : undefined;
  const data = readSealedExport(isRecord(result) ? result['data'] : undefined);
  return readableExport(data, key && ((envelope) => openText(key, envelope)), onOpened);
}
