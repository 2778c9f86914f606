import { useEffect, useEffectEvent, useState } from 'react';
import { type AuthDialog, currentNewAccount } from '../../session/auth-dialog-store.ts';
import { checkSession, tokenKey } from '../../session/session-store.ts';
import type { AuthDialogProps } from './auth-form.tsx';
import { ForgotModal } from './forgot-modal.tsx';
import { LoginModal } from './login-modal.tsx';
import { ResetModal } from './reset-modal.tsx';
import { SignupModal } from './signup-modal.tsx';

function newName(modal: AuthDialog): string {
  const account = currentNewAccount();
  return modal.name === 'login' && account ? account.username : '';
}

type Props = Pick<AuthDialogProps, 'modal' | 'onDone' | 'onSwitch'>;

/**
 * Shows one auth modal at a time; opening another one closes the first. The typed name is passed on, and a login after
 * a sign-up starts with the new name.
 */
export function AuthDialogs({ modal, onDone, onSwitch }: Props) {
  const [name, setName] = useState(() => newName(modal));
  const follow = useEffectEvent(({ key }: StorageEvent) => {
    if (key === tokenKey && modal.name === 'login' && checkSession().status === 'in') onDone(modal.target);
  });
  useEffect(() => {
    // Only other tabs write what this event is about: somebody logged in there.
    const listener = (event: StorageEvent) => follow(event);
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  }, []);
  const goTo = (next: AuthDialog) => {
    if (name === '') setName(newName(next));
    onSwitch(next);
  };
  const shared = { modal, name, onName: setName, onDone, onSwitch: goTo };
  switch (modal.name) {
    case 'login':
      return <LoginModal {...shared} />;
    case 'signup':
      return <SignupModal {...shared} />;
    case 'forgot':
      return <ForgotModal {...shared} />;
    case 'reset':
      // Only a checked link opens it.
      return modal.resetLink ? <ResetModal {...shared} link={modal.resetLink} /> : null;
  }
}
