import { useState } from 'react';
import type { ActiveModal } from '../../modals.ts';
import { loadWords } from '../../words.ts';
import { LoginModal } from './login-modal.tsx';
import { SignupModal } from './signup-modal.tsx';

await loadWords('auth', 'field', 'error', 'outbox');

interface Props {
  readonly modal: ActiveModal;
  /** Closes the modal; `to` is where the person wanted to go. */
  readonly onDone: (to?: string) => void;
  readonly onSwitch: (modal: ActiveModal) => void;
}

/** One auth modal at a time; going to another one closes the first. What was typed as a name goes along. */
export default function AuthModals({ modal, onDone, onSwitch }: Props) {
  const [name, setName] = useState('');
  const shared = { modal, name, onName: setName, onDone, onSwitch };
  return modal.name === 'login' ? <LoginModal {...shared} /> : <SignupModal {...shared} />;
}

export interface AuthModalProps extends Props {
  readonly name: string;
  readonly onName: (name: string) => void;
}
