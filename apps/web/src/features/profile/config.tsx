import { ChangePassword } from './change-password.tsx';
import { ConsultationLink } from './consultation-link.tsx';
import { Consents } from './consents.tsx';
import { EraseAccount } from './erase-account.tsx';
import { ErasePart } from './erase-part.tsx';
import { ExportData } from './export-data.tsx';
import { ImportJournal } from './import-journal.tsx';
import { Install } from './install.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { OwnTags } from './own-tags.tsx';
import { Reminder } from './reminder.tsx';
import { QuizSettings } from './quiz-settings.tsx';
import { RestoreExport } from './restore-export.tsx';
import { ScriptTokens } from './script-tokens.tsx';
import { StoredLink } from './stored-link.tsx';
import { Sessions } from './sessions.tsx';
import { TodayChoice } from './today-choice.tsx';

interface Props {
  readonly userId: string;
  readonly onErased: () => Promise<void>;
}

/** The settings of the account: sessions, the person's data, the erasure of the account. */
export function Config({ userId, onErased }: Props) {
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
      <Consents userId={userId} onErased={onErased} />
      <StoredLink />
      <ErasePart />
      <EraseAccount userId={userId} onErased={onErased} />
    </>
  );
}
