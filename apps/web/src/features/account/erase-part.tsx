import type { ErasablePart } from '@nuances/domain/erasure';
import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { FormMessage } from '@nuances/ui/form-message';
import { useState } from 'react';
import { trpc } from '../../api/queries.tsx';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import config from '../../components/section-text.module.css';
import styles from './erase-part.module.css';
import { eraseAll, erasePartRun, partErased, waitingOf, type ErasePartState } from './erase-part-run.ts';
import { saveReceipt } from '../../i18n/erasure-receipt.ts';
import { ExportFirst } from '../../components/export-first.tsx';
import { RunProgress } from '../../components/run-progress.tsx';
import { Section } from '../../components/section.tsx';

/** Erases all scans or all notes: shows how many first, offers an export, and then a receipt. */
export function ErasePart() {
  const texts = useI18n().LL.profile.config.part;
  const state = useStore(erasePartRun);
  const [asked, setAsked] = useState<ErasablePart | null>(null);
  // What is asked about stays while its dialog closes.
  const [last, setLast] = useState<ErasablePart>('scans');
  if (asked && asked !== last) setLast(asked);
  const busy = state.step === 'erasing';
  return (
    <Section title={texts.title()}>
      <p className={config.text}>{texts.text()}</p>
      <div className={styles.parts}>
        <Button icon="trash" disabled={busy} onClick={() => setAsked('scans')}>
          {texts.scans()}
        </Button>
        <Button icon="trash" disabled={busy} onClick={() => setAsked('notes')}>
          {texts.notes()}
        </Button>
      </div>
      <Outcome state={state} />
      <AskPart part={last} open={asked !== null} onClose={() => setAsked(null)} />
    </Section>
  );
}

function Outcome({ state }: { readonly state: ErasePartState }) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.part;
  const number = (value: number) => decimal(value, locale);
  const sentence = () => {
    if (state.step === 'failed') return `${state.sentence()} ${texts.stopped()}`;
    return state.step === 'done' ? partErased(state.part, state.count) : null;
  };
  return (
    <div className={styles.outcome}>
      {state.step === 'erasing' ? (
        <RunProgress
          label={texts.title()}
          value={state.total === 0 ? 0 : state.done / state.total}
          text={texts.progress({ done: number(state.done), total: number(state.total) })}
        />
      ) : null}
      <FormMessage kind={state.step === 'failed' ? 'error' : 'success'}>{sentence()}</FormMessage>
      {state.step === 'done' ? (
        <Button size="small" icon="download" onClick={() => saveReceipt(state.erased)}>
          {texts.keepReceipt()}
        </Button>
      ) : null}
    </div>
  );
}

interface AskProps {
  readonly part: ErasablePart;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what would go. Without an answer of the server about that, nothing can be erased. */
function AskPart({ part, open, onClose }: AskProps) {
  const { LL, locale } = useI18n();
  const texts = LL.profile.config.part;
  const { data, error, isFetching } = trpc.profile.erasable.useQuery(undefined, {
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const waiting = open ? waitingOf(part) : 0;
  const counted = isFetching ? undefined : data;
  const isNothing = counted !== undefined && counted[part] + waiting === 0;

  const sentence = () => {
    if (error) return LL.error.network();
    if (!counted) return LL.common.loading();
    if (isNothing) return texts.nothing();
    const count = countText(part === 'scans' ? texts.countScans : texts.countNotes, locale, counted[part]);
    const unsent = waiting === 0 ? [] : [countText(texts.waiting, locale, waiting)];
    return [count, ...unsent, texts.elsewhere()].join(' ');
  };

  return (
    <ConfirmDialog
      open={open}
      title={part === 'scans' ? texts.askScans() : texts.askNotes()}
      text={sentence()}
      confirmLabel={texts.confirm()}
      keepLabel={LL.action.cancel()}
      busy={!counted && !error}
      busyLabel={texts.confirm()}
      other={
        isNothing ? undefined : (
          <div className={styles.first}>
            <ExportFirst />
          </div>
        )
      }
      onConfirm={() => {
        onClose();
        if (counted && !isNothing) void eraseAll(part);
      }}
      onClose={onClose}
    />
  );
}
