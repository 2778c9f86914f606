import { consentWordsMark } from '@nuances/domain/consent/ledger';
import { limits } from '@nuances/domain/limits';
import { isLocale } from '@nuances/domain/locales';
import { showToast } from '@nuances/ui/toast';
import { storage } from '../../browser/local-storage.ts';
import { claimScansWithToast } from '../../scans/claim-scans.ts';
import { holdsItemsOfOthers } from '../../offline/outbox.ts';
import { storeNoteKey } from '../../keys/note-key.ts';
import { keepsScans, setOpenConsents } from '../../session/open-consents.ts';
import { accountOf, currentUserId, deviceTokensKey, startSession } from '../../session/session-store.ts';
import { guestApi } from '../../api/client.ts';
import type { RouterOutputs } from '../../api/router-types.ts';
import { chooseLocale, currentI18n } from '../../i18n/locale-store.ts';
import { isPinned, noticeVault } from '../../vault/load-vault.ts';
import { openAfterLogin } from '../../vault/passkey/login-input.ts';
import { markVault } from '../../keys/vault-mark.ts';

/** A token contains no space. */
const separator = ' ';

/**
 * Tokens that prove to the server that an account was opened on this device, newest first. They log nobody in, name no account,
 * and stay after a logout: wrong passwords tried on other devices do not lock this device out.
 */
export function readDeviceTokens(): string[] {
  const text = storage.get(deviceTokensKey);
  return text === null ? [] : text.split(separator).slice(0, limits.deviceTokens.max);
}

/** Adds the token of a login as the first one, and removes the oldest ones that a login may not send. */
export function storeDeviceToken(token: string): void {
  const others = readDeviceTokens().filter((other) => other !== token);
  storage.set(deviceTokensKey, [token, ...others].slice(0, limits.deviceTokens.max).join(separator));
}

/** Logs in. An account with one-time codes takes a `code` too. Rejects when the login is refused or unanswered. */
export async function logIn(username: string, password: string, code?: string): Promise<void> {
  const deviceTokens = readDeviceTokens();
  await enter(await guestApi.auth.login.mutate({ username, password, code, rotate: true, deviceTokens }));
}

/** Logs in with what a passkey answered; as {@link logIn}. A vault is opened by it, where it gave what opens one. */
export async function logInWithPasskey(answer: Parameters<typeof openAfterLogin>[1]): Promise<void> {
  const deviceTokens = readDeviceTokens();
  const { credential } = answer;
  await enter(await guestApi.auth.passkeyLogin.mutate({ credential, rotate: true, deviceTokens }), (userId) =>
    openAfterLogin(userId, answer),
  );
}

/**
 * Begins the session of a login, switches to the account's language and adds the scans of this device to the account, if the
 * person agreed that scans are kept. A failure with the scans does not reject.
 */
async function enter(
  answer: RouterOutputs['auth']['login'],
  openVault?: (userId: string) => Promise<void>,
): Promise<void> {
  const owner = accountOf(answer.shortToken);
  // A vault that this device has opened is one whatever the server says: its mark stands before any key is stored.
  const isVault = (answer.keyMode ?? 'server') !== 'server' || (owner !== null && (await isPinned(owner)));
  if (owner !== null && isVault) markVault(owner);
  if (answer.deviceToken !== undefined) storeDeviceToken(answer.deviceToken);
  startSession({ token: answer.shortToken, refreshToken: answer.refreshToken });
  const userId = currentUserId();
  if (userId !== null) {
    setOpenConsents({ owner: userId, words: consentWordsMark, asked: answer.consentsAsked ?? [] });
    // A key that cannot be stored is requested again when the notes are opened.
    // A vault has none: it is opened with the person's own.
    const takesKey = answer.userKey !== '' && (!isVault || answer.keyMode === 'moving');
    if (takesKey) await storeNoteKey(userId, answer.userKey).catch(() => undefined);
    if (isVault) {
      noticeVault(userId);
      await openVault?.(userId);
    }
  }
  // A language whose texts cannot be fetched now is no failed login.
  if (isLocale(answer.language)) await chooseLocale(answer.language).catch(() => undefined);
  showToast({ kind: 'success', text: currentI18n().LL.auth.login.success() });
  if (userId === null) return;
  // Without the agreement to keep scans, those of this device stay where they are until it is given.
  if (keepsScans(userId)) void claimScansWithToast(userId);
  if (await holdsItemsOfOthers(userId)) {
    showToast({ kind: 'info', text: currentI18n().LL.outbox.otherAccount() });
  }
}
