import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { AdditionPreview, AdditionSteps } from './addition-panel.tsx';
import { isAddition } from './addition-run.ts';
import { ChooseFile, isChoosing } from './choose-file.tsx';
import { LeftOut } from './left-out.tsx';
import { RestorePassphrase } from './restore-passphrase.tsx';
import { readFile, restoreRun } from './restore-run.ts';

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
