import { Button } from '@nuances/ui/button';
import { longToastMs, showToast } from '@nuances/ui/toast';
import { useState, type ReactNode } from 'react';
import { showFailure } from '../../api/show-failure.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import { useProof } from '../../components/use-proof.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import {
  addDraftPasskey,
  askDraftPasskey,
  draftVault,
  type DraftedPasskey,
  type VaultDraft,
} from '../../vault/draft-vault.ts';
import { renew, turnOn } from '../../vault/move.ts';
import { useVault } from '../../keys/vault-view.ts';
import { Explanation } from './steps/explanation.tsx';
import { PasskeyStep } from './steps/passkey-step.tsx';
import { PassphraseStep } from './steps/passphrase-step.tsx';
import { RecoveryStep } from './steps/recovery-step.tsx';
import { StepPage } from './steps/step-page.tsx';
import { TypedBackStep } from './steps/typed-back-step.tsx';

const steps = 4;

interface Props {
  /** `anew`: the content of a vault was deleted, and another one is made. */
  readonly why: 'first' | 'renewal' | 'anew';
  /** For a renewal: where the session of the lost device is ended. */
  readonly sessions?: ReactNode;
  readonly onLeave: () => void;
  /** The sealing has begun. */
  readonly onBegun: () => void;
}

/** The memory of the steps; gone with this page. */
interface Made {
  readonly draft: VaultDraft;
  /** The login password when it was typed for this: a passphrase must be another one. */
  readonly password: string | null;
}

/** The way to a vault, or to a new key for it: explanation, passphrase, code, passkey. Leaving before the end leaves no trace. */
export function TurnOn({ why, sessions, onLeave, onBegun }: Props) {
  const words = useI18n().LL.vault;
  const { slots } = useVault();
  const { withProof, ask, layer } = useProof();
  const [at, setAt] = useState<'explain' | 'phrase' | 'code' | 'back' | 'key'>('explain');
  const [made, setMade] = useState<Made | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [passkeys, setPasskeys] = useState<readonly DraftedPasskey[]>([]);
  const [busy, run] = useBusy();
  const isRenewal = why === 'renewal';

  const begin = async () => {
    const proof = await ask();
    if (proof === null) return;
    await run(async () => {
      try {
        setMade({ draft: await draftVault(), password: proof.password });
        setAt('phrase');
      } catch (error) {
        showFailure(error);
      }
    });
  };
  const seal = async () => {
    if (!made) return;
    const { draft } = made;
    const beginning = await withProof(() => (isRenewal ? renew : turnOn)(draft, passphrase));
    if (beginning === null) return;
    if (beginning === 'elsewhere') showToast({ kind: 'error', text: words.seal.faster(), duration: longToastMs });
    // In a task of its own: the navigation that it ends keeps what is on the stack, and this function has the passphrase.
    setTimeout(onBegun);
  };
  const addPasskey = async (name: string) => {
    if (!made) return null;
    const { draft } = made;
    // One that opened the vault until now is only to be presented.
    const isKnown = slots.some(({ kind }) => kind === 'passkey');
    const first = await withProof(() => (isKnown ? askDraftPasskey(draft, name) : addDraftPasskey(draft, name)));
    const added = first === 'already' ? await askDraftPasskey(draft, name) : first;
    if (added !== null) setPasskeys([...passkeys, added]);
    return added;
  };

  const screen = () => {
    if (!made || at === 'explain') {
      return (
        <StepPage
          title={isRenewal ? words.renew.title() : words.explain.title()}
          lead={isRenewal ? words.renew.text() : why === 'anew' ? words.anew.done() : words.explain.lead()}
          step={{ at: 1, of: steps }}
          leave={{ icon: 'close', go: onLeave, label: words.explain.notNow() }}
          foot={
            <Button
              variant="primary"
              size="large"
              busy={busy}
              busyLabel={words.open.busy()}
              onClick={() => void begin()}
            >
              {isRenewal ? words.renew.start() : words.explain.next()}
            </Button>
          }
        >
          {isRenewal ? (
            <>
              <p className="t-body">{words.renew.also()}</p>
              <h2 className="t-h3">{words.renew.session()}</h2>
              {sessions}
            </>
          ) : (
            <Explanation />
          )}
        </StepPage>
      );
    }
    const { draft, password } = made;
    if (at === 'phrase') {
      return (
        <PassphraseStep
          step={{ at: 2, of: steps }}
          leave={{ icon: 'left', go: () => setAt('explain') }}
          password={password}
          onChosen={(chosen) => {
            setPassphrase(chosen);
            setAt('code');
          }}
        />
      );
    }
    const step = { at: 3, of: steps };
    if (at === 'code') {
      return (
        <RecoveryStep
          code={draft.recoveryCode}
          fingerprint={draft.fingerprint}
          step={step}
          leave={{ icon: 'left', go: () => setAt('phrase') }}
          onKept={() => setAt('back')}
        />
      );
    }
    if (at === 'back') {
      return (
        <TypedBackStep
          code={draft.recoveryCode}
          step={step}
          onBack={() => setAt('code')}
          onRight={() => setAt('key')}
        />
      );
    }
    return (
      <PasskeyStep
        step={{ at: 4, of: steps }}
        added={passkeys}
        sealLabel={words.seal.start()}
        onAdd={addPasskey}
        onBack={() => setAt('back')}
        onSeal={seal}
      />
    );
  };

  return (
    <>
      {screen()}
      {layer}
    </>
  );
}
