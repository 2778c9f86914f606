import { buttonClass, Button } from '@nuances/ui/button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Link } from '@tanstack/react-router';
import { useId, useEffect, useState } from 'react';
import { Fingerprint } from '../../components/fingerprint.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useVault } from '../../keys/vault-view.ts';
import { Command } from './command.tsx';
import { ReceivedProgram } from './received-program.tsx';
import { noteDay, timeOfDay } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { IconButton } from '@nuances/ui/icon-button';
import { SelectField } from '@nuances/ui/select-field';
import { api } from '../../api/client.ts';
import type { RouterOutputs } from '../../api/router-types.ts';
import { copyText } from '../../components/copy-text.ts';
import styles from './check.module.css';

const exportCommand = 'npx tsx examples/open-export.ts nuances.zip folder';

/** What a person needs to doubt the product, and to compare elsewhere. */
export function Check() {
  const words = useI18n().LL.check;
  const { fingerprint } = useVault();
  const id = useId();
  return (
    <div className={styles.check}>
      <p className="t-small-2">
        <UnbrokenWords>{words.lead()}</UnbrokenWords>
      </p>
      <StoredNote />
      {fingerprint ? (
        <section>
          <h2 id={id}>{words.print.title()}</h2>
          <Fingerprint words={fingerprint} labelledBy={id} />
          <p className={styles.small}>
            <UnbrokenWords>{words.print.text()}</UnbrokenWords>
          </p>
        </section>
      ) : null}
      <ReceivedProgram />
      <section>
        <h2>{words.open.title()}</h2>
        <p className="t-small-2">
          <UnbrokenWords>{words.open.text()}</UnbrokenWords>
        </p>
        <Command text={exportCommand} />
        <Link to="/profile/export" className={buttonClass()}>
          {words.open.export()}
        </Link>
      </section>
      <p className={styles.doubt}>
        <UnbrokenWords>{words.cli.text()}</UnbrokenWords>
      </p>
    </div>
  );
}

/** So many characters of an envelope are shown; the button copies all. */
const shownCharacters = 120;

type Note = RouterOutputs['notes']['all']['notes'][number];

/** The envelope of a note: with a vault one of all its content, without one that of its text. */
const envelopeOf = (note: Note): string => note.sealed ?? note.text;

/** One note as the server stores it, asked for when the page opens and whenever the person wants. */
function StoredNote() {
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
