import { countText } from '@nuances/i18n/plural';
import { namesOf } from '@nuances/domain/thing';
import { decimal } from '@nuances/i18n/numbers';
import { useI18n } from '../../../i18n/locale-store.ts';
import type { LineFate } from '../../../archive/journal/journal-items.ts';
import type { JournalSummary } from '../../../archive/journal/journal-work.ts';
import { LeftOut } from '../left-out.tsx';

/** What becomes of the lines of a journal: counted, and line by line behind that. */
export function JournalFates({ head: { counts, fates } }: { readonly head: JournalSummary }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal.fates;
  const number = (value: number) => decimal(value, locale);
  const kinds = namesOf(counts).filter((kind) => counts[kind] > 0);
  const partsOf = ({ moods, isNote, isScan, files, places }: LineFate) => [
    ...(isScan ? [texts.asScan()] : []),
    ...moods.map((value) => texts.asMood({ value })),
    ...(isNote ? [texts.asNote()] : []),
    ...(files > 0 ? [countText(texts.leftFiles, locale, files)] : []),
    ...(places > 0 ? [countText(texts.leftPlaces, locale, places)] : []),
  ];
  return (
    <>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{countText(texts[kind], locale, counts[kind])}</li>
        ))}
      </ul>
      <LeftOut
        summary={texts.title()}
        lines={fates.map((fate) => texts.line({ line: number(fate.line), parts: partsOf(fate).join(', ') }))}
        count={kinds.reduce((sum, kind) => sum + counts[kind], 0)}
      />
    </>
  );
}
