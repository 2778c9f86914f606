import { type Database, openDatabase } from '@nuances/db/client';
import type { StatementObserver } from '@nuances/db/postgres/observe-statements';
import type { Env } from '../env.ts';
import { createReplicas, type ReplicaLog, type Replicas } from './replicas.ts';

/** The replicas that the environment names, with a pool each. */
export interface OpenReplicas extends Replicas {
  /** Ends their use and closes the pools. */
  close(): Promise<void>;
}

/**
 * Opens the replicas that the environment names. None of them has to answer.
 * @returns null where it names none
 */
export function openReplicas(
  primary: Database,
  env: Pick<Env, 'databaseReplicaUrls' | 'databasePool'>,
  options: { readonly log: ReplicaLog; readonly observer: StatementObserver | undefined },
): OpenReplicas | null {
  if (env.databaseReplicaUrls.length === 0) return null;
  const { log, observer } = options;
  const handles = env.databaseReplicaUrls.map((url) =>
    openDatabase(url, { max: env.databasePool, applicationName: 'nuances', observer }),
  );
  const replicas = createReplicas(primary, handles, { log });
  return {
    ...replicas,
    async close() {
      replicas.stop();
      await Promise.all(handles.map((handle) => handle.close()));
    },
  };
}
