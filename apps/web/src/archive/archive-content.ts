import { openWith } from '@nuances/crypto/note-envelope';
import { readSealedExport } from '@nuances/domain/export-file';
import { readableExport, type OpenEnvelope, type ReadableExport } from '@nuances/domain/readable-export';
import { isRecord } from '@nuances/domain/record';
import { openVaultAnswer, type VaultSource } from './vault-content.ts';

/** Everything of a person, and how many scans of it could not be opened. */
export interface OpenedExport {
  readonly everything: ReadableExport;
  readonly closedScans: number;
}

/** What opens an answer. */
export interface ContentKeys {
  /** The note key; null when it is not available: everything sealed stays as it is, marked. */
  readonly key: CryptoKey | null;
  /** Those of before a vault; without a vault alone. */
  readonly former?: readonly CryptoKey[];
  /** In a vault; null without one. */
  readonly vault: VaultSource | null;
}

/**
 * Opens what the server answered.
 * @param onOpened called with how many items were opened since the last call, and how many there are
 * @throws ZodError for an answer of another form
 */
export async function openedExport(
  answer: Uint8Array,
  { key, former = [], vault }: ContentKeys,
  onOpened: (count: number, total: number) => void,
): Promise<OpenedExport> {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(answer));
  const result = isRecord(parsed) ? parsed['result'] : undefined;
  const given = isRecord(result) ? result['data'] : undefined;
  const open: OpenEnvelope | null = key && ((envelope) => openWith([key, ...former], envelope));
  if (!vault) {
    const everything = await readableExport(readSealedExport(given), open, onOpened);
    return { everything, closedScans: 0 };
  }
  const { data, closed, closedScans } = await openVaultAnswer(given, vault);
  // Everything is open by now, but what is named.
  const asItIs: OpenEnvelope = async (text) => {
    if (closed.has(text)) throw new Error('does not open');
    return text;
  };
  return { everything: await readableExport(readSealedExport(data), asItIs, onOpened), closedScans };
}
