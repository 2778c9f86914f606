import { hashToken } from '@nuances/crypto/tokens';
import type { Database } from '@nuances/db/client';
import type { Session } from '../auth/sessions.ts';
import { recordTokenUse, selectLiveToken } from './queries.ts';

/** Finds the sessions of script tokens. */
export interface ScriptTokens {
  /** The session of a valid script token; null for anything else. Notes the use, at most once a minute. */
  find(token: string): Promise<Session | null>;
}

export function createScriptTokens(db: Database): ScriptTokens {
  return {
    async find(token) {
      const [row] = await selectLiveToken(db).execute({ id: hashToken(token) });
      if (!row || row.scope === null) return null;
      const { mustRecordUse, scope, ...session } = row;
      if (mustRecordUse) await recordTokenUse(db, session.id);
      return { ...session, scope };
    },
  };
}
