import { moodCount } from '@nuances/domain/moods/new-moods';
import type { Locale } from '@nuances/domain/locales';
import { quotas } from '@nuances/domain/limits';
import { filedNow, type RestorePlan } from '@nuances/domain/restore/plan';
import { quotaPassed } from '@nuances/domain/restore/room';
import { dayAndMonth, dayMonthAndYear } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { countText, pluralForm } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { FormMessage } from '@nuances/ui/form-message';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './addition-panel.module.css';
import { AdditionSamples } from './addition-samples.tsx';
import type { Previewed } from './addition-plan.ts';
import type { AdditionActions, AdditionState } from './addition-run.ts';
import { newestOf } from './newest-items.ts';
import { RunProgress } from '../../components/run-progress.tsx';

const dayOf = (time: string, locale: Locale) => dayAndMonth(new Date(time), locale, new Date());

interface PreviewProps {
  readonly work: Previewed;
  /** The user name in the file, when it is not the own one. */
  readonly from: string | null;
  /** Whether a note that differs from the stored one is added beside it, as long as nobody has chosen. */
  readonly keepsBothFirst: boolean;
  readonly run: AdditionActions;
  /** How much of the file is left out. */
  readonly leftOut: number;
  /** What else is said about the file. */
  readonly children?: ReactNode;
}

/** How much of a plan lies ahead, and the last of its times, milliseconds. */
function aheadOf({ ahead }: RestorePlan): { readonly count: number; readonly last: number } {
  const times = [...ahead.scans, ...ahead.notes].map(({ createdAt }) => Date.parse(createdAt));
  return { count: times.length, last: times.reduce((last, at) => Math.max(last, at), 0) };
}

/** What a file would add, what is there already, and what differs; nothing has changed yet. */
export function AdditionPreview({ work, from, keepsBothFirst, run, leftOut, children }: PreviewProps) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.restore;
  const [keepsBoth, setKeepsBoth] = useState(keepsBothFirst);
  const heading = useRef<HTMLHeadingElement>(null);
  // The control that chose the file or its columns is gone.
  useEffect(() => heading.current?.focus(), []);
  const { profile, isHidden, samples, used } = work;
  /** When the person chose to file under that moment what lies ahead, milliseconds. */
  const [filedAt, setFiledAt] = useState<number | null>(null);
  const plan = useMemo(() => (filedAt === null ? work.plan : filedNow(work.plan, filedAt)), [work.plan, filedAt]);
  const chosen = useMemo(
    () => ({ plan: keepsBoth ? plan : { ...plan, otherNotes: [] }, profile, isHidden }),
    [keepsBoth, plan, profile, isHidden],
  );
  const passed = useMemo(() => quotaPassed(chosen.plan, used), [chosen, used]);
  const shown = filedAt === null ? samples : newestOf(plan);
  const { range, newScans, newNotes, otherNotes, sameScans, sameNotes, sameMoods } = plan;
  const moods = moodCount(plan.newMoods);
  const ahead = aheadOf(work.plan);
  const number = (value: number) => decimal(value, locale);
  const count = newScans.length + newNotes.length + moods + (profile ? 1 : 0);
  const isNothing = count + otherNotes.length + ahead.count === 0;
  const canAdd = passed === null && (count > 0 || (keepsBoth && otherNotes.length > 0));
  return (
    <div className={styles.panel}>
      <h3 ref={heading} tabIndex={-1} className="t-ui">
        {texts.preview()}
      </h3>
      {range ? (
        <p className="t-cap-2">{texts.range({ start: dayOf(range.from, locale), end: dayOf(range.to, locale) })}</p>
      ) : null}
      {from === null || isNothing ? null : <p>{texts.otherAccount({ username: from })}</p>}
      {isNothing && leftOut === 0 ? (
        <p>{texts.nothing()}</p>
      ) : (
        <ul className={styles.list}>
          <li>{texts.new({ scans: number(newScans.length), notes: number(newNotes.length) })}</li>
          {moods > 0 ? <li>{countText(texts.newMoods, locale, moods)}</li> : null}
          {sameMoods > 0 ? <li>{countText(texts.sameMoods, locale, sameMoods)}</li> : null}
          {sameScans + sameNotes > 0 ? (
            <li>{texts.same({ scans: number(sameScans), notes: number(sameNotes) })}</li>
          ) : null}
          {otherNotes.length > 0 ? (
            <li>{countText(keepsBoth ? texts.other : texts.otherMine, locale, otherNotes.length)}</li>
          ) : null}
          {plan.twice > 0 ? <li>{countText(texts.twice, locale, plan.twice)}</li> : null}
          {plan.repeated > 0 ? <li>{countText(texts.repeated, locale, plan.repeated)}</li> : null}
          {ahead.count > 0 ? (
            <li>
              {(filedAt === null ? texts.ahead : texts.aheadNow)[pluralForm(locale, ahead.count)]({
                count: number(ahead.count),
                day: dayMonthAndYear(new Date(ahead.last), locale),
              })}
            </li>
          ) : null}
          {profile ? <li>{countText(texts.profile, locale, profile.filled)}</li> : null}
        </ul>
      )}
      {otherNotes.length > 0 ? (
        <CheckField label={texts.keepBoth()} checked={keepsBoth} onChange={setKeepsBoth} />
      ) : null}
      {ahead.count > 0 ? (
        <CheckField
          label={texts.fileNow()}
          checked={filedAt !== null}
          onChange={(isOn) => setFiledAt(isOn ? Date.now() : null)}
        />
      ) : null}
      <FormMessage kind="error" className={styles.refusal}>
        {passed === null ? null : LL.error.noRoom[passed]({ most: number(quotas[passed]) })}
      </FormMessage>
      {isNothing ? null : <AdditionSamples items={shown} />}
      {children}
      <div className={styles.actions}>
        {canAdd ? (
          <Button variant="primary" onClick={() => void run.addAll(chosen)}>
            {texts.apply()}
          </Button>
        ) : null}
        <Button variant={canAdd ? 'quiet' : 'outline'} onClick={run.startOver}>
          {canAdd ? LL.action.cancel() : LL.action.close()}
        </Button>
      </div>
    </div>
  );
}

interface StepsProps {
  /** Names the line of progress. */
  readonly title: string;
  readonly state: AdditionState;
  readonly run: AdditionActions;
}

/** What happens after the consent: progress, a stop on the way, the end, and the way back. */
export function AdditionSteps({ title, state, run }: StepsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef<AdditionState['step'] | null>(null);
  const hasBegun = state.step === 'adding' && state.done === 0;
  // The button of the last step is gone, and what the next one says may be outside of the window. Whoever comes back to
  // the screen while it goes on stays at its heading.
  useEffect(() => {
    if (before.current === null ? hasBegun : before.current !== state.step) panel.current?.focus();
    before.current = state.step;
  }, [state.step, hasBegun]);
  return (
    <div ref={panel} role="group" aria-label={title} tabIndex={-1} className={styles.panel}>
      {state.step === 'adding' ? <Progress title={title} {...state} /> : null}
      {state.step === 'stopped' ? <Stopped state={state} run={run} /> : null}
      {state.step === 'done' || state.step === 'undoing' ? <Done state={state} run={run} /> : null}
      {state.step === 'undone' ? <Undone whole={state.whole} profile={state.profile} run={run} /> : null}
    </div>
  );
}

function Progress({ title, done, total }: { readonly title: string; readonly done: number; readonly total: number }) {
  const { LL, locale } = useI18n();
  const number = (value: number) => decimal(value, locale);
  const texts = LL.profile.config.restore;
  return (
    <RunProgress
      label={title}
      value={total === 0 ? 1 : done / total}
      text={texts.progress({ done: number(done), total: number(total) })}
    />
  );
}

interface StepProps<Step extends AdditionState['step']> {
  readonly state: Extract<AdditionState, { step: Step }>;
  readonly run: AdditionActions;
}

function Stopped({ state, run }: StepProps<'stopped'>) {
  const { LL } = useI18n();
  const texts = LL.profile.config.restore;
  const { plan, profile, isHidden, canUndo, canResume, sentence } = state;
  return (
    <>
      <p>{sentence()}</p>
      <p>{texts.stopped()}</p>
      <div className={styles.actions}>
        {canResume ? (
          <Button variant="primary" onClick={() => void run.addAll({ plan, profile, isHidden })}>
            {texts.resume()}
          </Button>
        ) : null}
        {canUndo ? <Button onClick={() => void run.undoAll()}>{texts.undo()}</Button> : null}
        <Button variant="quiet" onClick={run.startOver}>
          {LL.action.close()}
        </Button>
      </div>
    </>
  );
}

function Done({ state, run }: StepProps<'done' | 'undoing'>) {
  const { LL, locale } = useI18n();
  const number = (value: number) => decimal(value, locale);
  const texts = LL.profile.config.restore;
  const isBusy = state.step === 'undoing';
  return (
    <>
      {isBusy ? null : (
        <p>
          {texts.done({ scans: number(state.added.scans.length), notes: number(state.added.notes.length) })}
          {state.moods > 0 ? ` ${countText(texts.doneMoods, locale, state.moods)}` : null}
        </p>
      )}
      {isBusy || !state.sentence ? null : <p>{state.sentence()}</p>}
      <div className={styles.actions}>
        {isBusy || state.canUndo ? (
          <Button busy={isBusy} busyLabel={LL.common.loading()} onClick={() => void run.undoAll()}>
            {texts.undo()}
          </Button>
        ) : null}
        {isBusy ? null : (
          <Button variant="quiet" onClick={run.startOver}>
            {LL.action.close()}
          </Button>
        )}
      </div>
    </>
  );
}

interface UndoneProps {
  readonly whole: boolean;
  readonly profile: boolean;
  readonly run: AdditionActions;
}

function Undone({ whole, profile, run }: UndoneProps) {
  const { LL } = useI18n();
  const texts = LL.profile.config.restore;
  return (
    <>
      <p>{whole ? texts.undone() : texts.undoneInPart()}</p>
      {profile ? <p>{texts.profileStays()}</p> : null}
      <div className={styles.actions}>
        <Button variant="quiet" onClick={run.startOver}>
          {LL.action.close()}
        </Button>
      </div>
    </>
  );
}
