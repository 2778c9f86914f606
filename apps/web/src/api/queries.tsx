import type { AppRouter } from '@nuances/api/router';
import { scanSources } from '@nuances/domain/validation';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { useState, type ReactNode } from 'react';
import { onScanRemoved } from '../offline/scan-removal.ts';
import { onDelivery } from '../offline/send.ts';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { isSilent, toApiError } from './api-error.ts';
import { api, links } from './client.ts';

/** Typed queries for screens of a logged-in person. */
export const trpc = createTRPCReact<AppRouter>();

const retries = 2;

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A browser that believes itself offline gets its answer at once, and not when it is back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // What the server refuses it would refuse again; without an answer it is worth another try.
        retry: (failures, error) => failures < retries && isSilent(toApiError(error)),
        staleTime: 10_000,
      },
    },
  });
}

/** The queries of one account: their cache, and typed access to it for loaders. */
export interface Queries {
  readonly owner: string;
  readonly queryClient: QueryClient;
  readonly utils: ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
}

let current: Queries | null = null;

/** Forgets the queries: when the account screens are left, and when the session changes. */
export function dropQueries(): void {
  current?.queryClient.clear();
  current = null;
}

onSessionChange(() => {
  const session = currentSession();
  if (session.status !== 'in' || session.userId !== current?.owner) dropQueries();
});

/** Fetches every list of scans again. One that is being fetched may have been read before the change. */
async function refetchScans(): Promise<void> {
  const results = current?.utils.results;
  await results?.list.cancel();
  await results?.invalidate();
}

// A scan that waited on this device belongs into the lists as soon as the server has it.
onDelivery((delivery) => {
  if (delivery.kind === 'scan') void refetchScans();
  if (delivery.kind !== 'tags') return;
  const { scanId, tags } = delivery.item;
  current?.utils.results.own.setData(undefined, (scans) =>
    scans?.map((scan) => (scan._id === scanId ? { ...scan, tags } : scan)),
  );
});

// Taken out by hand: fetching a list again would count as an opening of its screen.
onScanRemoved((id) => {
  const results = current?.utils.results;
  const without = <Scan extends { readonly _id: string }>(scans: Scan[] | undefined) =>
    scans?.filter(({ _id }) => _id !== id);
  results?.own.setData(undefined, without);
  for (const source of scanSources) results?.list.setData({ source }, without);
});

/** The queries of an account, so that its loaders and its screens share them. Those of another one are forgotten. */
export function queriesOf(owner: string): Queries {
  if (current?.owner === owner) return current;
  dropQueries();
  const queryClient = newQueryClient();
  current = { owner, queryClient, utils: createTRPCQueryUtils({ queryClient, client: api }) };
  return current;
}

const client = trpc.createClient({ links });

interface Props {
  readonly owner: string;
  readonly children: ReactNode;
}

/** Gives screens the queries of the account by which this is keyed. */
export function QueryProvider({ owner, children }: Props) {
  const [{ queryClient }] = useState(() => queriesOf(owner));
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
