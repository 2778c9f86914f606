import { createFileRoute, redirect } from '@tanstack/react-router';

/** An unknown path redirects to Home. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
