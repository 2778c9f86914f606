import { ChangePassword } from '../features/profile/change-password.tsx';
import { ConsultationLink } from '../features/profile/consultation-link.tsx';
import { Consents } from '../features/profile/consents.tsx';
import { EraseAccount, EraseDialog } from '../features/profile/erase-account.tsx';
import { ErasePart } from '../features/profile/erase-part.tsx';
import { ExportData } from '../features/profile/export-data.tsx';
import { ImportJournal } from '../features/profile/import-journal.tsx';
import { Install } from '../features/profile/install.tsx';
import { LanguageChoice } from '../features/profile/language-choice.tsx';
import { OwnTags } from '../features/profile/own-tags.tsx';
import { Reminder } from '../features/profile/reminder.tsx';
import { QuizSettings } from '../features/profile/quiz-settings.tsx';
import { RestoreExport } from '../features/profile/restore-export.tsx';
import { ScriptTokens } from '../features/profile/script-tokens.tsx';
import { StoredLink } from '../features/profile/stored-link.tsx';
import { Sessions } from '../features/profile/sessions.tsx';
import { TodayChoice } from '../features/profile/today-choice.tsx';

interface Props {
  readonly userId: string;
  /** Leaves the screens of a logged-in person, once the account is deleted. */
  readonly onErased: () => Promise<void>;
}

/** The tab Config of the profile: a section of each feature that has settings, with the erasure of the account as the last. */
export function Settings({ userId, onErased }: Props) {
  return (
    <>
      <LanguageChoice />
      <QuizSettings />
      <OwnTags />
      <TodayChoice />
      <Reminder userId={userId} />
      <Install />
      <ChangePassword />
      <Sessions />
      <ScriptTokens />
      <ExportData />
      <RestoreExport />
      <ImportJournal />
      <ConsultationLink />
      <Consents
        userId={userId}
        eraseDialog={(dialog) => <EraseDialog {...dialog} userId={userId} onErased={onErased} />}
      />
      <StoredLink />
      <ErasePart />
      <EraseAccount userId={userId} onErased={onErased} />
    </>
  );
}
