import { lifetimes } from '@nuances/domain/limits';
import { toApiError } from '@nuances/domain/api-error';
import { useEffect, useEffectEvent, useState } from 'react';
import { guestApi } from '../../api/client.ts';
import { askForPasskey, offersPasskeys, passkeyObstacle, stopAskingForPasskey } from '../../browser/passkeys.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import type { PasskeyMessage } from '../../components/passkey/passkey-button.tsx';
import { usePasskeyStop } from '../../components/passkey/use-passkey-stop.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { withVaultInput } from '../../vault/passkey/login-input.ts';
import { logInWithPasskey } from './log-in.ts';

/** A challenge is replaced before it ends. */
const renewMs = (lifetimes.passkeyChallengeS - 30) * 1_000;

type Answer = NonNullable<Awaited<ReturnType<typeof askForPasskey>>>;

/** What the person presents in the field for the user name; null when the browser offers nothing there. Never rejects. */
async function offeredPasskey(hasEnded: () => boolean): Promise<Answer | null> {
  if (!(await offersPasskeys())) return null;
  // Without an answer of the server nothing is offered; the button says why.
  const options = await guestApi.auth.passkeyOptions.mutate().catch(() => null);
  const answer = options === null || hasEnded() ? null : await askForPasskey(await withVaultInput(options), true);
  return hasEnded() ? null : answer;
}

/** A login with a passkey: by a button, and as the browser offers it in the field for the user name. */
export function usePasskeyLogin(onDone: () => void) {
  const { LL } = useI18n();
  const [busy, run] = useBusy();
  const [message, setMessage] = useState<PasskeyMessage | null>(null);
  const [turn, setTurn] = useState(0);
  const canUse = passkeyObstacle() === null;

  const fail = (error: unknown) => setMessage({ isStopped: false, text: sentenceOf(toApiError(error)) });

  /** Logs in with what was presented; says why not. */
  const present = async (answer: Answer) => {
    setMessage(null);
    try {
      await logInWithPasskey(answer);
      onDone();
    } catch (error) {
      fail(error);
    }
  };
  const presentOffered = useEffectEvent((answer: Answer) => present(answer));
  useEffect(() => {
    if (!canUse || busy) return undefined;
    let hasEnded = false;
    const askAgain = () => {
      if (!hasEnded) setTurn((before) => before + 1);
    };
    void offeredPasskey(() => hasEnded).then(async (answer) => {
      if (!answer) return;
      await presentOffered(answer);
      askAgain();
    });
    const timer = setTimeout(askAgain, renewMs);
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      stopAskingForPasskey();
    };
  }, [canUse, busy, turn]);
  const isClosed = usePasskeyStop();
  const askAndPresent = async () => {
    setMessage(null);
    try {
      const options = await guestApi.auth.passkeyOptions.mutate();
      // Closed before the server had answered.
      if (isClosed.current) return undefined;
      const answer = await askForPasskey(await withVaultInput(options));
      if (answer === null) return setMessage({ isStopped: true, text: () => LL.auth.login.passkeyStopped() });
      await present(answer);
    } catch (error) {
      fail(error);
    }
  };

  return {
    canUse,
    busy,
    message,
    logIn: () => run(askAndPresent),
  };
}
