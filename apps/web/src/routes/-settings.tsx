import { ChangePassword } from '../features/account/change-password.tsx';
import { ConsultationLink } from '../features/settings/consultation-link.tsx';
import { Consents } from '../features/consents/consents.tsx';
import { EraseAccount, EraseDialog } from '../features/account/erase-account.tsx';
import { ErasePart } from '../features/account/erase-part.tsx';
import { ExportData } from '../features/export/export-data.tsx';
import { ImportJournal } from '../features/restore/import/import-journal.tsx';
import { Install } from '../features/settings/install.tsx';
import { LanguageChoice } from '../features/settings/language-choice.tsx';
import { OneTimeCodes } from '../features/security/one-time-codes.tsx';
import { OwnTags } from '../features/tags/own-tags.tsx';
import { Reminder } from '../features/reminder/reminder.tsx';
import { QuizSettings } from '../features/settings/quiz-settings.tsx';
import { RestoreExport } from '../features/restore/restore-export.tsx';
import { ScriptTokens } from '../features/tokens/script-tokens.tsx';
import { StoredLink } from '../features/account/stored-link.tsx';
import { Sessions } from '../features/account/sessions.tsx';
import { TodayChoice } from '../features/settings/today-choice.tsx';

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
      <OneTimeCodes />
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
