import { noteDay, timeOfDay } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { IconButton } from '@nuances/ui/icon-button';
import { SelectField } from '@nuances/ui/select-field';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { RouterOutputs } from '../../api/router-types.ts';
import { copyText } from '../../components/copy-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { useVault } from '../../keys/vault-view.ts';
import styles from './check.module.css';

/** So many characters of an envelope are shown; the button copies all. */
const shownCharacters = 120;

type Note = RouterOutputs['notes']['all']['notes'][number];

/** The envelope of a note: with a vault one of all its content, without one that of its text. */
const envelopeOf = (note: Note): string => note.sealed ?? note.text;

/** One note as the server stores it, asked for when the page opens and whenever the person wants. */
export function StoredNote() {
  const { LL, locale } = useI18n();
  const words = LL.check.stored;
  const { mode } = useVault();
  const [answer, setAnswer] = useState<{ readonly notes: readonly Note[]; readonly at: Date } | null>(null);
  const [state, setState] = useState<'asking' | 'silent' | 'done'>('asking');
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isGone = false;
    api.notes.all.query().then(
      ({ notes }) => {
        if (isGone) return;
        setAnswer({ notes: [...notes].sort((a, b) => b.createdAt.localeCompare(a.createdAt)), at: new Date() });
        setState('done');
      },
      () => {
        if (!isGone) setState('silent');
      },
    );
    return () => {
      isGone = true;
    };
  }, [asked]);
  const note = answer?.notes.find(({ _id }) => _id === chosen) ?? answer?.notes[0];
  const size = note && `${decimal(Math.ceil((envelopeOf(note).length * 3) / 4 / 1024), locale)} ${words.unit()}`;
  return (
    <section>
      <h2>{words.title()}</h2>
      {answer && answer.notes.length === 0 ? <p className="t-small-2">{words.none()}</p> : null}
      {note && size !== undefined && answer ? (
        <>
          <SelectField
            label={words.choose()}
            name="note"
            value={note._id}
            onChange={setChosen}
            options={answer.notes.map(({ _id, createdAt }) => ({
              value: _id,
              label: words.which({
                date: `${noteDay(new Date(createdAt), locale)}, ${timeOfDay(new Date(createdAt), locale)}`,
              }),
            }))}
          />
          <div className={styles.envelope} translate="no">
            <p>
              {envelopeOf(note).slice(0, shownCharacters)}
              {envelopeOf(note).length > shownCharacters ? '…' : null}
            </p>
            <IconButton
              icon="copy"
              label={LL.check.copy()}
              onClick={() => void copyText(envelopeOf(note), LL.check.copied())}
            />
          </div>
          <p className={styles.small}>
            {mode === 'vault' ? words.clearVault({ size }) : words.clear({ size })}{' '}
            {words.asked({ time: timeOfDay(answer.at, locale) })}
          </p>
        </>
      ) : null}
      <p className={styles.small} role="status">
        {state === 'silent' ? words.offline() : null}
      </p>
      <Button
        className={styles.quiet}
        variant="quiet"
        size="small"
        busy={state === 'asking'}
        onClick={() => {
          setState('asking');
          setAsked(asked + 1);
        }}
      >
        {words.ask()}
      </Button>
    </section>
  );
}
