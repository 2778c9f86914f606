import { createPseudonym, type MasterKey } from '@nuances/crypto/master-key';
import { narrowestNetworkOf } from '../auth/admission.ts';
import type { Log } from './log.ts';

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
  'email_disowned',
  'password_reset_requested',
  'password_reset',
  'session_ended',
  'refresh_token_reused',
  'token_created',
  'token_ended',
  'codes_on',
  'codes_off',
  'codes_renewed',
  'codes_end_announced',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'passkey_counter_back',
  'vault_moving',
  'vault_moved',
  'vault_slot_changed',
  'vault_erased',
  'role_granted',
  'role_revoked',
  'account_erased',
  'admin_refused',
  'admin_command',
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];

export const sessionEnds = ['logout', 'chosen', 'others', 'limit', 'operator'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** Commands of the operator that leave an event of their own. */
export const auditedCommands = ['aggregate', 'rotate-key', 'backup', 'restore', 'sessions-end', 'distribute'] as const;
export type AuditedCommand = (typeof auditedCommands)[number];

/**
 * Fields of an event. None is free text, so that names, e-mail addresses, tokens and user agents cannot be logged by
 * mistake.
 */
export interface SecurityEventFacts {
  /** The account; logged as a keyed pseudonym. */
  readonly userId?: string | null | undefined;
  /** The entered login name without an account; logged as a keyed pseudonym. */
  readonly unknownName?: string | undefined;
  /** The caller's address; logged as a keyed pseudonym, for IPv6 of its /64. */
  readonly address?: string | undefined;
  readonly end?: SessionEnd | undefined;
  readonly command?: AuditedCommand;
  /** How many sessions ended. */
  readonly count?: number;
  /** Whether the command did everything. */
  readonly done?: boolean;
}

export interface SecurityEvents {
  /** Logs and counts an event. Call it after the commit. */
  record(event: SecurityEventName, facts: SecurityEventFacts): void;
}

/** Hexadecimal digits of a pseudonym in the log: enough to distinguish accounts. */
const pseudonymDigits = 16;

/**
 * @param masterKey keys the pseudonyms: with the log alone names and addresses cannot be guessed. With
 *   another master key every pseudonym is another.
 * @param count counts an event, for a monitoring program
 */
export function createSecurityEvents(
  masterKey: MasterKey,
  log: Pick<Log, 'info'>,
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
