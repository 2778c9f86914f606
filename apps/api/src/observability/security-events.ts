import type { MasterKey } from '@nuances/crypto/master-key';
import { createPseudonym } from '@nuances/crypto/pseudonym';
import { narrowestNetworkOf } from '../auth/networks.ts';

/** Every kind of security event; docs/security.md lists what each means. A name never changes its meaning. */
export const securityEventNames = [
  'login_failed',
  'login_new_device',
  'account_locked',
  'account_unlocked',
  'password_changed',
  'email_change_requested',
  'email_changed',
  'email_restored',
  'password_reset_requested',
  'password_reset',
  'session_ended',
  'refresh_token_reused',
  'role_granted',
  'role_revoked',
  'account_erased',
  'admin_refused',
  'admin_command',
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];

/** Why a session ended. */
export const sessionEnds = ['logout', 'chosen', 'others', 'limit', 'operator'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** Commands of the operator that leave an event of their own. */
export const auditedCommands = ['aggregate', 'rotate-key', 'backup', 'restore', 'sessions-end'] as const;
export type AuditedCommand = (typeof auditedCommands)[number];

/**
 * What an event tells. Nothing here is text that a person wrote: names, e-mail addresses, tokens and user agents cannot
 * be told by mistake.
 */
export interface SecurityEventFacts {
  /** The account; told as a keyed pseudonym. */
  readonly userId?: string | null | undefined;
  /** What was typed where no account has that name; told as a keyed pseudonym. */
  readonly unknownName?: string | undefined;
  /** The caller's address; told as a keyed pseudonym of it, of IPv6 of its /64. */
  readonly address?: string | undefined;
  readonly end?: SessionEnd | undefined;
  readonly command?: AuditedCommand;
  /** How many sessions ended. */
  readonly count?: number;
  /** Whether the command did all of what was asked. */
  readonly done?: boolean;
}

/** Takes note of what happened to accounts. */
export interface SecurityEvents {
  /** Writes one line into the log and counts it. Call it once what it tells has been committed. */
  record(event: SecurityEventName, facts: SecurityEventFacts): void;
}

/** Where the lines go; pino fits. */
export interface SecurityLog {
  info(details: object, message: string): void;
}

/** Hexadecimal digits of a pseudonym that stand in the log: enough to tell accounts apart. */
const pseudonymDigits = 16;

/**
 * @param masterKey keys the pseudonyms: whoever has the log alone cannot try out names or addresses against it. With
 *   another master key every pseudonym is another.
 * @param count counts an event, for a monitoring program
 */
export function createSecurityEvents(
  masterKey: MasterKey,
  log: SecurityLog,
  count: (event: SecurityEventName) => void = () => undefined,
): SecurityEvents {
  const pseudonym = createPseudonym(masterKey, 'security-events');
  const short = (...parts: readonly string[]) => pseudonym(...parts).slice(0, pseudonymDigits);

  function accountOf({ userId, unknownName }: SecurityEventFacts): string | undefined {
    if (userId != null) return short('account', userId);
    return unknownName === undefined ? undefined : short('unknown', unknownName.toLowerCase());
  }

  return {
    record(event, facts) {
      const { address, end, command, count: ended, done } = facts;
      count(event);
      log.info(
        {
          event,
          account: accountOf(facts),
          address: address === undefined ? undefined : short('address', narrowestNetworkOf(address)),
          end,
          command,
          count: ended,
          done,
        },
        'Security event',
      );
    },
  };
}
