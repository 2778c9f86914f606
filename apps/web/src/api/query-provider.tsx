import type { AppRouter } from '@nuances/api/router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCReact } from '@trpc/react-query';
import { useState, type ReactNode } from 'react';
import { toApiError } from './api-error.ts';
import { links } from './client.ts';

/** Typed queries for screens of a logged-in person. */
export const trpc = createTRPCReact<AppRouter>();

const retries = 2;

function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A browser that believes itself offline gets its answer at once, and not when it is back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // What the server refuses it would refuse again; silence is worth another try.
        retry: (failures, error) => failures < retries && toApiError(error).code === 'network',
        staleTime: 10_000,
      },
    },
  });
}

const client = trpc.createClient({ links });

/** Queries of one person, by whom it is keyed: they live as long as this is mounted, so nothing stays for the next one. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(newQueries);
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
