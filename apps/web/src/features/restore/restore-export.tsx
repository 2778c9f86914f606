import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { limits } from '@nuances/domain/limits';
import { Button } from '@nuances/ui/button';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { AdditionPreview, AdditionSteps } from './addition-panel.tsx';
import { isAddition } from './addition-run.ts';
import { ChooseFile, isChoosing } from './choose-file.tsx';
import { LeftOut } from './left-out.tsx';
import { readFile, restoreRun } from './restore-run.ts';
import { PasswordInput } from '../../components/password-field.tsx';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './addition-panel.module.css';

/** Restores an exported file: first a preview, then, on demand, the restore. */
export function RestoreExport() {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.restore;
  const state = useStore(restoreRun.state);
  return (
    <>
      {isChoosing(state) ? (
        <ChooseFile
          state={state}
          refusal={(reason) => texts[reason]()}
          text={texts.text()}
          button={texts.choose()}
          accept=".zip,.nuances,.json,application/zip,application/json"
          onChoose={(file) => void readFile(file)}
          onStop={restoreRun.startOver}
        />
      ) : null}
      {state.step === 'sealed' ? <RestorePassphrase file={state.file} wrong={state.wrong} /> : null}
      <div role="status">
        {state.step === 'preview' ? (
          <AdditionPreview work={state} from={state.from} keepsBothFirst run={restoreRun} leftOut={state.faultCount}>
            <LeftOut
              summary={countText(texts.faultyRecords, locale, state.faultCount)}
              lines={state.faults.map(({ kind, place, field, excess }) => {
                const at = { place: decimal(place, locale), field };
                if (!excess) return texts.fault[kind](at);
                const { unit, length, max } = excess;
                return texts.fault[unit]({ ...at, length: decimal(length, locale), max: decimal(max, locale) });
              })}
              count={state.faultCount}
            />
          </AdditionPreview>
        ) : null}
        {isAddition(state) ? <AdditionSteps title={texts.title()} state={state} run={restoreRun} /> : null}
      </div>
    </>
  );
}

interface Props {
  readonly file: File;
  /** The passphrase that was typed does not open the file. */
  readonly wrong: boolean;
}

/** Asks for the passphrase of a sealed file. */
function RestorePassphrase({ file, wrong }: Props) {
  const { LL } = useI18n();
  const texts = LL.profile.config.restore;
  const [passphrase, setPassphrase] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The button that chose the file is gone.
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase !== '') void readFile(file, passphrase);
  };
  return (
    <form className={styles.panel} noValidate onSubmit={submit}>
      <p role="status">{texts.sealed()}</p>
      <RequiredNote />
      <PasswordInput
        name="passphrase"
        label={LL.profile.config.export.passphrase()}
        value={passphrase}
        error={wrong && passphrase === '' ? texts.wrongPassphrase() : undefined}
        maxLength={limits.passphrase.max}
        autoComplete="off"
        ref={field}
        onChange={setPassphrase}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {texts.open()}
        </Button>
        <Button variant="quiet" onClick={restoreRun.startOver}>
          {LL.action.cancel()}
        </Button>
      </div>
    </form>
  );
}
