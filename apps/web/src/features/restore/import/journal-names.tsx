import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import { SelectField } from '@nuances/ui/select-field';
import { useState } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import config from '../../../components/section-text.module.css';
import { JournalForm } from './journal-form.tsx';
import { readMoods, type OpenNames } from './journal-run.ts';

/** `0` for a name without a number. */
const choices = ['0', '5', '4', '3', '2', '1'] as const;
type Choice = (typeof choices)[number];

const choiceOf = (level: number | null): Choice => choices.find((one) => one === String(level)) ?? '0';

/** Asks what the names of moods stand for, as their file has no numbers. */
export function JournalNames({ open }: { readonly open: OpenNames }) {
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
