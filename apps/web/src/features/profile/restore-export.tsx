import type { Locale } from '@nuances/domain/locales';
import { dayAndMonth } from '@nuances/i18n/dates';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useRef } from 'react';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import config from './config.module.css';
import styles from './restore-export.module.css';
import { RestorePassphrase } from './restore-passphrase.tsx';
import {
  addAll,
  readFile,
  restoreRun,
  startOver,
  undoAll,
  type RestoreState,
  type RestoreWork,
} from './restore-run.ts';
import { RunProgress } from './run-progress.tsx';
import { Section } from './section.tsx';

/** Brings a file back that was exported here: first what it would change, then, on demand, the change. */
export function RestoreExport() {
  const { LL } = useI18n();
  const state = useStore(restoreRun);
  return (
    <Section title={LL.profile.config.restore.title()}>
      {isChoosing(state) ? <ChooseFile state={state} /> : null}
      {state.step === 'sealed' ? <RestorePassphrase file={state.file} wrong={state.wrong} /> : null}
      <div role="status">
        {state.step === 'preview' ? <Preview work={state} from={state.from} /> : null}
        {state.step === 'adding' ? <Progress done={state.done} total={state.total} /> : null}
        {state.step === 'stopped' ? <Stopped work={state} sentence={state.sentence} /> : null}
        {state.step === 'done' || state.step === 'undoing' ? <Done state={state} /> : null}
        {state.step === 'undone' ? <Undone whole={state.whole} profile={state.profile} /> : null}
      </div>
    </Section>
  );
}

const choosing = ['idle', 'reading', 'refused', 'failed'] as const;
type Choosing = Extract<RestoreState, { step: (typeof choosing)[number] }>;

function isChoosing(state: RestoreState): state is Choosing {
  return choosing.some((step) => step === state.step);
}

function ChooseFile({ state }: { readonly state: Choosing }) {
  const { LL } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const texts = LL.profile.config.restore;
  return (
    <>
      <p className={config.text}>{texts.text()}</p>
      <input
        ref={input}
        type="file"
        accept=".zip,.nuances,.json,application/zip,application/json"
        aria-label={texts.choose()}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void readFile(file);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      <Button
        className={config.action}
        variant="outline"
        busy={state.step === 'reading'}
        busyLabel={texts.reading()}
        onClick={() => input.current?.click()}
      >
        {texts.choose()}
      </Button>
      <FormMessage kind="error" className={styles.message}>
        {state.step === 'refused' ? texts[state.reason]() : null}
        {state.step === 'failed' ? state.sentence() : null}
      </FormMessage>
    </>
  );
}

const dayOf = (time: string, locale: Locale) => dayAndMonth(new Date(time), locale, new Date());

function Preview({ work, from }: { readonly work: RestoreWork; readonly from: string | null }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.restore;
  const { plan, profile } = work;
  const { range, newScans, newNotes, otherNotes, sameScans, sameNotes } = plan;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const isNothing = newScans.length + newNotes.length + otherNotes.length === 0 && !profile;
  return (
    <div className={styles.panel}>
      <h3 className={styles.title}>{texts.preview()}</h3>
      {range ? (
        <p className={styles.range}>
          {texts.range({ start: dayOf(range.from, locale), end: dayOf(range.to, locale) })}
        </p>
      ) : null}
      {from === null || isNothing ? null : <p>{texts.otherAccount({ username: from })}</p>}
      {isNothing ? (
        <p>{texts.nothing()}</p>
      ) : (
        <ul className={styles.list}>
          <li>{texts.new({ scans: number(newScans.length), notes: number(newNotes.length) })}</li>
          {sameScans + sameNotes > 0 ? (
            <li>{texts.same({ scans: number(sameScans), notes: number(sameNotes) })}</li>
          ) : null}
          {otherNotes.length > 0 ? <li>{countText(texts.other, locale, otherNotes.length)}</li> : null}
          {profile ? <li>{countText(texts.profile, locale, profile.filled)}</li> : null}
        </ul>
      )}
      <div className={styles.actions}>
        {isNothing ? null : (
          <Button variant="primary" onClick={() => void addAll(work)}>
            {texts.apply()}
          </Button>
        )}
        <Button variant={isNothing ? 'outline' : 'quiet'} onClick={startOver}>
          {isNothing ? LL.action.close() : LL.action.cancel()}
        </Button>
      </div>
    </div>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  const { LL, locale } = useI18n();
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const texts = LL.profile.config.restore;
  return (
    <div className={styles.panel}>
      <RunProgress
        label={texts.title()}
        value={total === 0 ? 1 : done / total}
        text={texts.progress({ done: number(done), total: number(total) })}
      />
    </div>
  );
}

function Stopped({ work, sentence }: { readonly work: RestoreWork; readonly sentence: () => string }) {
  const { LL } = useI18n();
  const texts = LL.profile.config.restore;
  return (
    <div className={styles.panel}>
      <p>{sentence()}</p>
      <p>{texts.stopped()}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void addAll(work)}>
          {texts.resume()}
        </Button>
        <Button variant="quiet" onClick={startOver}>
          {LL.action.close()}
        </Button>
      </div>
    </div>
  );
}

function Done({ state }: { readonly state: Extract<RestoreState, { step: 'done' | 'undoing' }> }) {
  const { LL, locale } = useI18n();
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const texts = LL.profile.config.restore;
  const isBusy = state.step === 'undoing';
  return (
    <div className={styles.panel}>
      {isBusy ? null : (
        <p>{texts.done({ scans: number(state.added.scans.length), notes: number(state.added.notes.length) })}</p>
      )}
      {isBusy || !state.sentence ? null : <p>{state.sentence()}</p>}
      <div className={styles.actions}>
        {isBusy || state.canUndo ? (
          <Button variant="outline" busy={isBusy} busyLabel={LL.common.loading()} onClick={() => void undoAll()}>
            {texts.undo()}
          </Button>
        ) : null}
        {isBusy ? null : (
          <Button variant="quiet" onClick={startOver}>
            {LL.action.close()}
          </Button>
        )}
      </div>
    </div>
  );
}

function Undone({ whole, profile }: { readonly whole: boolean; readonly profile: boolean }) {
  const { LL } = useI18n();
  const texts = LL.profile.config.restore;
  return (
    <div className={styles.panel}>
      <p>{whole ? texts.undone() : texts.undoneInPart()}</p>
      {profile ? <p>{texts.profileStays()}</p> : null}
      <div className={styles.actions}>
        <Button variant="quiet" onClick={startOver}>
          {LL.action.close()}
        </Button>
      </div>
    </div>
  );
}
