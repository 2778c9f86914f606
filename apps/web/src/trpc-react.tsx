import type { AppRouter } from '@nuances/api/router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCReact } from '@trpc/react-query';
import type { ReactNode } from 'react';
import { failureOf } from './failure.ts';
import { onSessionChange, sessionNow } from './session.ts';
import { links } from './trpc.ts';

/** Typed queries for screens of a logged-in person. */
export const trpc = createTRPCReact<AppRouter>();

const retries = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refuses it would refuse again; silence is worth another try.
      retry: (failures, error) => failures < retries && failureOf(error).code === 'network',
      staleTime: 10_000,
    },
  },
});

const client = trpc.createClient({ links });

/** Nothing of one person stays in memory for the next one. */
onSessionChange(() => {
  if (sessionNow().status !== 'in') queries.clear();
});

export function QueriesProvider({ children }: { readonly children: ReactNode }) {
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
