import { createFileRoute, redirect } from '@tanstack/react-router';
import { openAuthDialog } from '../session/auth-dialog-store.ts';

/** Mails link to this path when a new password is needed: opens Home with the form that requests a link. */
export const Route = createFileRoute('/auth/forgot')({
  beforeLoad: () => {
    openAuthDialog({ name: 'forgot' });
    throw redirect({ to: '/', replace: true });
  },
});
