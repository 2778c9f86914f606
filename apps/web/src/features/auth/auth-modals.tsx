import { useState } from 'react';
import type { AuthDialogProps } from './auth-form.tsx';
import { ForgotModal } from './forgot-modal.tsx';
import { LoginModal } from './login-modal.tsx';
import { ResetModal } from './reset-modal.tsx';
import { SignupModal } from './signup-modal.tsx';

type Props = Pick<AuthDialogProps, 'modal' | 'onDone' | 'onSwitch'>;

/** One auth modal at a time; going to another one closes the first. What was typed as a name goes along. */
export function AuthDialogs({ modal, onDone, onSwitch }: Props) {
  const [name, setName] = useState('');
  const shared = { modal, name, onName: setName, onDone, onSwitch };
  switch (modal.name) {
    case 'login':
      return <LoginModal {...shared} />;
    case 'signup':
      return <SignupModal {...shared} />;
    case 'forgot':
      return <ForgotModal {...shared} />;
    case 'reset':
      return <ResetModal {...shared} />;
  }
}
