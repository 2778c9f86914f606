import { firstWords, firstWordsMax } from '@nuances/domain/cut-text';
import { dayAndMonth } from '@nuances/i18n/dates';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useNow } from '../browser/use-now.ts';
import { useI18n } from '../i18n/locale-store.ts';
import type { DraftAddress } from '../note-store/stored-drafts.ts';
import { useWaitingDraft } from '../note-store/waiting-draft.ts';
import styles from './draft-line.module.css';

/** The address of the editor that a draft was typed in. */
function searchOf(address: DraftAddress) {
  if (address.kind === 'edit') return { edit: address.note };
  const { scan, day } = address;
  return {
    new: 'other' as const,
    ...(scan === null ? {} : { scan }),
    ...(day === null ? {} : { day }),
  };
}

interface Props {
  /** Whether an editor is open: its draft does not wait. */
  readonly editing?: boolean;
  /** Nothing about a draft that is older than so many milliseconds. */
  readonly maxAgeMs?: number;
}

/** One line about the newest draft of a note, with a link that resumes it; nothing without one. */
export function DraftLine({ editing = false, maxAgeMs = Infinity }: Props) {
  const { LL, locale } = useI18n();
  const now = useNow();
  const draft = useWaitingDraft(editing);
  if (draft === null || now - draft.keptAt > maxAgeMs) return null;
  const { text, keptAt, address } = draft;
  // The sentence has an ellipsis of its own: the text is not finished.
  const words = text && firstWords(text.text.trim() || text.title, firstWordsMax.row).replace(/…$/u, '');
  return (
    <div className={`${styles.line} screen-only`}>
      <Icon name="edit" size={22} />
      <p className={styles.words} dir="auto">
        {words ? LL.note.draftIs({ words }) : LL.note.draftWaits()}
      </p>
      <Link
        to="/note"
        search={searchOf(address)}
        className={styles.action}
        aria-label={LL.note.draftName({ date: dayAndMonth(new Date(keptAt), locale, new Date(now)) })}
      >
        {LL.note.draftResume()}
      </Link>
    </div>
  );
}
