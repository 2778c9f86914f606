import { axisIds } from '@nuances/domain/axes';
import {
  faultOfMapping,
  isAnswerRole,
  plainRoles,
  type ColumnRole,
  type ColumnUse,
} from '@nuances/domain/import/table';
import type { ImportedScale } from '@nuances/domain/import/mood';
import { dayOrders, instantOf, readImportedTime, type DayOrder } from '@nuances/domain/import/time';
import { dayMonthAndYear } from '@nuances/i18n/dates';
import { countText } from '@nuances/i18n/plural';
import { FormMessage } from '@nuances/ui/form-message';
import { SelectField } from '@nuances/ui/select-field';
import { useState } from 'react';
import { useI18n, type I18n } from '../../../i18n/locale-store.ts';
import config from '../../../components/section-text.module.css';
import { RequiredNote } from '../../../components/required-note.tsx';
import styles from './journal-columns.module.css';
import type { OfferedColumn } from '../../../archive/journal/journal-work.ts';
import { JournalForm } from './journal-form.tsx';
import { readTable, type OpenTable } from './journal-run.ts';

const roleOptions = (LL: I18n['LL']): { value: ColumnRole; label: string }[] => {
  const texts = LL.profile.config.journal.as;
  return [
    ...plainRoles.map((role) => ({ value: role, label: texts[role]() })),
    ...axisIds.map((axis) => ({
      value: axis,
      label: texts.axis({ left: LL.axis[axis].left(), right: LL.axis[axis].right() }),
    })),
  ];
};

/** Asks what the columns of a table are, and how its dates are read where that is not certain. */
export function JournalColumns({ table }: { readonly table: OpenTable }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal.columns;
  const [uses, setUses] = useState<readonly ColumnUse[]>(
    table.mapping?.columns ?? table.columns.map(({ guess }) => guess),
  );
  const [order, setOrder] = useState<DayOrder | ''>(table.mapping?.order ?? '');
  const [isSubmitted, setIsSubmitted] = useState(false);

  const dated = table.columns[uses.findIndex(({ role }) => role === 'date')];
  const asksOrder = dated?.order === 'ambiguous';
  const fault = faultOfMapping(uses);
  const known = dated?.order === 'ambiguous' ? order : (dated?.order ?? 'dayFirst');
  const change = (index: number, use: Partial<ColumnUse>) =>
    setUses((before) => before.map((one, at) => (at === index ? { ...one, ...use } : one)));
  const submit = () => {
    setIsSubmitted(true);
    if (fault === null && known !== '') void readTable(table, { columns: uses, order: known });
  };
  const tag = LL.profile.config.journal.words.moodOnly();

  return (
    <JournalForm title={countText(texts.rows, locale, table.rows)} onSubmit={submit}>
      <p className={config.text}>{texts.text()}</p>
      <p className={config.text}>{texts.scansNeed()}</p>
      {table.columns.map((column) => (
        <Column
          key={column.position}
          column={column}
          use={uses[column.position] ?? column.guess}
          onChange={(use) => change(column.position, use)}
        />
      ))}
      {asksOrder ? (
        <>
          <RequiredNote />
          <OrderField column={dated} value={order} isSubmitted={isSubmitted} onChange={setOrder} />
        </>
      ) : null}
      {uses.some(({ role }) => role === 'moodAll') ? (
        <p className={styles.note} role="status">
          {texts.moodAllNote({ tag })}
        </p>
      ) : null}
      {uses.some(({ role, scale }) => isAnswerRole(role) && scale === 'five') ? (
        <p className={config.text}>{texts.fiveNote()}</p>
      ) : null}
      <FormMessage kind="error">{isSubmitted && fault !== null ? texts[fault]() : null}</FormMessage>
    </JournalForm>
  );
}

interface ColumnProps {
  readonly column: OfferedColumn;
  readonly use: ColumnUse;
  readonly onChange: (use: Partial<ColumnUse>) => void;
}

function Column({ column, use, onChange }: ColumnProps) {
  const { LL } = useI18n();
  const texts = LL.profile.config.journal.columns;
  const { name, samples } = column;
  const scales: { value: ImportedScale; label: string }[] = [
    { value: 'ten', label: texts.ten() },
    { value: 'five', label: texts.five() },
  ];
  return (
    <div className={styles.column}>
      <SelectField
        name="role"
        label={texts.column({ name })}
        help={samples.length === 0 ? texts.noSamples() : texts.samples({ samples: samples.join(' · ') })}
        options={roleOptions(LL)}
        value={use.role}
        onChange={(role) => onChange({ role })}
      />
      {isAnswerRole(use.role) || (use.role === 'mood' && column.isNumeric) ? (
        <SelectField
          name="scale"
          label={texts.scale({ name })}
          options={scales}
          value={use.scale}
          onChange={(scale) => onChange({ scale })}
        />
      ) : null}
    </div>
  );
}

interface OrderProps {
  readonly column: OfferedColumn;
  readonly value: DayOrder | '';
  readonly isSubmitted: boolean;
  readonly onChange: (order: DayOrder | '') => void;
}

/** The first date that reads differently in the two orders, as both of them; one of them may be no date. */
function OrderField({ column, value, isSubmitted, onChange }: OrderProps) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.journal.columns;
  const { orderSample } = column;
  const options = dayOrders.map((order) => {
    const time = readImportedTime(orderSample, order);
    return { value: order, label: time ? dayMonthAndYear(new Date(instantOf(time)), locale) : orderSample };
  });
  return (
    <SelectField<DayOrder | ''>
      required
      name="order"
      label={texts.order({ date: orderSample })}
      error={isSubmitted && value === '' ? texts.orderRequired() : undefined}
      options={[{ value: '', label: texts.orderChoose() }, ...options]}
      value={value}
      onChange={onChange}
    />
  );
}
