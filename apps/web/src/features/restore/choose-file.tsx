import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { RunProgress } from '../../components/run-progress.tsx';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './choose-file.module.css';
import config from '../../components/section-text.module.css';

/** A file is being read: how much of it, from 0 to 1. */
export interface ReadingFile {
  readonly step: 'reading';
  readonly share: number;
}

/** Where the choice of a file is, as long as no file was taken. */
type ChoiceState<Reason> =
  | { readonly step: 'idle' }
  | ReadingFile
  | { readonly step: 'refused'; readonly reason: Reason }
  | { readonly step: 'failed'; readonly sentence: () => string };

/** Whether a file can be chosen in a state. */
export function isChoosing<State extends { readonly step: string }>(
  state: State,
): state is Extract<State, { step: ChoiceState<never>['step'] }> {
  return ['idle', 'reading', 'refused', 'failed'].includes(state.step);
}

interface Props<Reason> {
  readonly state: ChoiceState<Reason>;
  /** Why a file was not taken, in words. */
  readonly refusal: (reason: Reason) => string;
  readonly text: string;
  /** Label of the button; the field itself is hidden, so that a screen reader meets one control. */
  readonly button: string;
  /** Endings and types that the system offers first. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
  /** Ends the reading at once. */
  readonly onStop: () => void;
}

/** A button that chooses a file, with what went wrong below it. */
export function ChooseFile<Reason>({ state, refusal, text, button, accept, onChoose, onStop }: Props<Reason>) {
  const { LL } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const action = useRef<HTMLButtonElement>(null);
  const isReading = state.step === 'reading';
  const wasReading = useRef(isReading);
  useEffect(() => {
    // The button that had the focus has made room for another one.
    if (wasReading.current !== isReading && document.activeElement === document.body) action.current?.focus();
    wasReading.current = isReading;
  }, [isReading]);
  return (
    <>
      <p className={config.text}>{text}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      {state.step === 'reading' ? (
        <div className={styles.reading}>
          <RunProgress label={button} value={state.share} text={LL.profile.config.restore.reading()} />
          <Button ref={action} variant="quiet" size="small" onClick={onStop}>
            {LL.profile.config.export.stop()}
          </Button>
        </div>
      ) : (
        <Button ref={action} className={config.action} onClick={() => input.current?.click()}>
          {button}
        </Button>
      )}
      <FormMessage kind="error" className={styles.message}>
        {state.step === 'refused' ? refusal(state.reason) : null}
        {state.step === 'failed' ? state.sentence() : null}
      </FormMessage>
    </>
  );
}
