import { decimal, figure } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { countText, pluralForm } from '@nuances/i18n/plural';
import { limits } from '@nuances/domain/limits';
import { namesOf } from '@nuances/domain/thing';
import { useStore } from '../../../browser/store.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import { AdditionPreview, AdditionSteps } from '../addition-panel.tsx';
import { isAddition } from '../addition-run.ts';
import { ChooseFile, isChoosing } from '../choose-file.tsx';
import { JournalColumns } from './journal-columns.tsx';
import { changeColumns, changeMoods, journalRun, readJournal, readMoods, type OpenNames } from './journal-run.ts';
import type { JournalSummary } from '../../../archive/journal/journal-work.ts';
import { LeftOut } from '../left-out.tsx';
import type { LineFate } from '../../../archive/journal/journal-items.ts';
import { SelectField } from '@nuances/ui/select-field';
import { useState } from 'react';
import { JournalForm } from './journal-form.tsx';
import config from '../../../components/section-text.module.css';
import styles from './import-journal.module.css';

const accepted = '.csv,.tsv,.txt,.json,.zip,.daylio,text/csv,application/json,application/zip';

/** Imports the file of another journal: first a preview, then, on demand, the import. */
export function ImportJournal() {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal;
  const { rows, columns } = limits.importedJournal;
  const most = { rows: decimal(rows, locale), columns: decimal(columns, locale) };
  const state = useStore(journalRun.state);
  return (
    <>
      {isChoosing(state) ? (
        <ChooseFile
          state={state}
          refusal={(reason) => texts.refused[reason](most)}
          text={texts.text()}
          button={texts.choose()}
          accept={accepted}
          onChoose={(file) => void readJournal(file)}
          onStop={journalRun.startOver}
        />
      ) : null}
      {state.step === 'columns' ? <JournalColumns table={state.table} /> : null}
      {state.step === 'names' ? <JournalNames open={state.open} /> : null}
      <div role="status">
        {state.step === 'preview' ? <JournalPreview state={state} /> : null}
        {isAddition(state) ? <AdditionSteps title={texts.title()} state={state} run={journalRun} /> : null}
      </div>
    </>
  );
}

type Preview = Extract<ReturnType<typeof journalRun.state.get>, { step: 'preview' }>;

function JournalPreview({ state }: { readonly state: Preview }) {
  const texts = useI18n().LL.profile.config.journal;
  const { head, table, names } = state;
  return (
    <AdditionPreview work={state} from={null} keepsBothFirst={false} run={journalRun} leftOut={head.faultCount}>
      {table === null ? <p className={config.text}>{texts.entries()}</p> : null}
      <JournalFates head={head} />
      <JournalLeftOut head={head} />
      {names === null ? null : (
        <Button className={styles.back} onClick={() => changeMoods(names)}>
          {texts.names.back()}
        </Button>
      )}
      {table === null ? null : (
        <Button className={styles.back} onClick={() => changeColumns(table)}>
          {texts.columns.back()}
        </Button>
      )}
    </AdditionPreview>
  );
}

/** The entries of a journal that are not imported, line by line, and the time zone in which its times are read. */
function JournalLeftOut({ head }: { readonly head: JournalSummary }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal;
  const { faults, faultCount, files, places } = head;
  const number = (value: number) => decimal(value, locale);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <LeftOut
        summary={countText(texts.skipped, locale, faultCount)}
        lines={faults.map(({ line, fault, value }) => {
          const sentence = texts.fault[fault]({ line: number(line) });
          return value === '' ? sentence : texts.faultValue({ fault: sentence, value });
        })}
        count={faultCount}
      />
      {files > 0 ? <p className={config.text}>{countText(texts.attachments, locale, files)}</p> : null}
      {places > 0 ? <p className={config.text}>{countText(texts.places, locale, places)}</p> : null}
      <p className={config.text}>{texts.zone({ zone: timeZone })}</p>
    </>
  );
}

/** What becomes of the lines of a journal: counted, and line by line behind that. */
function JournalFates({ head: { counts, fates } }: { readonly head: JournalSummary }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal.fates;
  const number = (value: number) => decimal(value, locale);
  const kinds = namesOf(counts).filter((kind) => counts[kind] > 0);
  const partsOf = ({ moods, isNote, isScan, files, places }: LineFate) => [
    ...(isScan ? [texts.asScan()] : []),
    ...moods.map(({ value, scale }) => texts.asMood({ value: `${figure(value, locale)}/${scale}` })),
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

/** `0` for a name without a number. */
const choices = ['0', '5', '4', '3', '2', '1'] as const;
type Choice = (typeof choices)[number];

const choiceOf = (level: number | null): Choice => choices.find((one) => one === String(level)) ?? '0';

/** Asks what the names of moods stand for, as their file has no numbers. */
function JournalNames({ open }: { readonly open: OpenNames }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal.names;
  const { names, levels } = open;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(
    new Map(names.map(({ label, guess }) => [label, choiceOf(levels ? (levels[label] ?? null) : guess)])),
  );
  const said: Readonly<Record<Choice, string>> = {
    0: texts.none(),
    5: texts.best(),
    4: '4',
    3: texts.middle(),
    2: '2',
    1: texts.worst(),
  };
  const submit = () => {
    const placed = [...chosen].filter(([, choice]) => choice !== '0');
    void readMoods(open, Object.fromEntries(placed.map(([label, choice]) => [label, Number(choice)])));
  };
  return (
    <JournalForm title={texts.title()} onSubmit={submit}>
      <p className={config.text}>{texts.text()}</p>
      {names.map(({ label, count }) => (
        <SelectField<Choice>
          key={label}
          name="mood"
          label={texts.name[pluralForm(locale, count)]({
            name: label,
            count: decimal(count, locale),
          })}
          options={choices.map((value) => ({ value, label: said[value] }))}
          value={chosen.get(label) ?? '0'}
          onChange={(choice) => setChosen((before) => new Map(before).set(label, choice))}
        />
      ))}
    </JournalForm>
  );
}
