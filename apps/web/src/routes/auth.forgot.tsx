import { createFileRoute, redirect } from '@tanstack/react-router';
import { openAuthDialog } from '../session/auth-dialog-store.ts';

/** Where a mail sends whoever needs a new password: Home, with the form that asks for a link. */
export const Route = createFileRoute('/auth/forgot')({
  beforeLoad: () => {
    openAuthDialog({ name: 'forgot' });
    throw redirect({ to: '/', replace: true });
  },
});
