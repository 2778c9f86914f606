import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useStore } from '../browser/store.ts';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './export-progress.module.css';
import { cancelExport, exportRun } from '../archive/export-run.ts';
import { RunProgress } from './run-progress.tsx';

/** Progress and result of an export. */
export function ExportProgress() {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.export;
  const state = useStore(exportRun);
  const number = (value: number) => decimal(value, locale);
  const isMaking = state.step === 'making';
  // The seal is the last step and has no parts.
  const isSealing = isMaking && state.sealing && state.total > 0 && state.done >= state.total - 3;
  const share = isMaking && state.total > 0 ? state.done / state.total : 0;
  const sentence = () => {
    if (state.step === 'failed') return state.sentence();
    if (state.step !== 'done') return null;
    const done = texts.done({ scans: number(state.scans), notes: number(state.notes) });
    const counted = (forms: typeof texts.locked, count: number) =>
      count === 0 ? [] : [countText(forms, locale, count)];
    const { closed, waiting } = state;
    return [
      done,
      ...counted(texts.locked, closed.notes),
      ...counted(texts.closed, closed.others),
      ...counted(texts.waiting, waiting),
    ].join(' ');
  };
  return (
    <>
      {isMaking ? (
        <div className={styles.making}>
          <RunProgress
            label={texts.title()}
            value={share}
            text={isSealing ? texts.sealing() : texts.progress({ percent: number(Math.floor(share * 100)) })}
          />
          <Button variant="quiet" size="small" onClick={cancelExport}>
            {texts.stop()}
          </Button>
        </div>
      ) : null}
      <div className={styles.outcome}>
        <FormMessage kind={state.step === 'failed' ? 'error' : 'success'}>{sentence()}</FormMessage>
      </div>
    </>
  );
}
