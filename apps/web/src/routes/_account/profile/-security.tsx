import { ChangePassword } from '../../../features/account/change-password.tsx';
import { SessionsValue } from '../../../features/account/sessions-value.tsx';
import { Sessions } from '../../../features/account/sessions.tsx';
import { LockPart } from '../../../features/vault/lock-part.tsx';
import { VaultPart } from '../../../features/vault/vault-part.tsx';
import { LockValue, VaultValue } from '../../../features/vault/vault-value.tsx';
import { Passkeys } from '../../../features/security/passkeys.tsx';
import { OneTimeCodes } from '../../../features/security/one-time-codes.tsx';
import { RowRetry, RowState } from '../../../features/settings/row-state.tsx';
import { SecurityPage, type SecurityPart } from '../../../features/settings/security-page.tsx';
import { ScriptTokens } from '../../../features/tokens/script-tokens.tsx';
import { openingCredentials } from '../../../features/security/opening-credentials.ts';
import { trpc } from '../../../api/queries.tsx';
import { useWideScreen } from '../../../browser/use-wide-screen.ts';
import { countText } from '@nuances/i18n/plural';
import { Link } from '@tanstack/react-router';
import { useVault } from '../../../keys/vault-view.ts';
import { loadNamespaces, useI18n } from '../../../i18n/locale-store.ts';
import { CopyLine } from '../../../components/scans-state.tsx';

/** The texts of the parts. */
export const loadSecurity = () =>
  loadNamespaces('security', 'passkey', 'codes', 'second', 'auth', 'profile', 'field', 'error', 'vault', 'lock');

/** The page of security, with the parts that features have for it. */
export function Security({ open = null }: { readonly open?: SecurityPart['to'] | null }) {
  const { LL } = useI18n();
  const { mode } = useVault();
  const hasVault = mode === 'vault' || mode === 'moving';
  return (
    <SecurityPage
      open={open}
      copy={<AccessCopy open={open} />}
      content={[
        {
          to: '/profile/security/vault',
          icon: 'vault',
          name: LL.security.vault.name(),
          state: <VaultValue />,
          content: <VaultPart />,
          isWide: true,
          showsState: true,
          control: <Link to="/profile/security/check">{LL.security.check()}</Link>,
        },
        {
          to: '/profile/security/lock',
          icon: 'lock',
          name: LL.security.lock.name(),
          state: <LockValue />,
          content: <LockPart />,
          isWide: true,
        },
        {
          to: '/profile/security/check',
          icon: 'eye',
          name: LL.security.check(),
          state: hasVault ? LL.security.checkMore() : LL.security.checkMoreOff(),
        },
      ]}
      access={[
        {
          to: '/profile/security/password',
          icon: 'asterisk',
          name: LL.security.password.name(),
          state: hasVault ? LL.security.password.more() : LL.security.password.moreOff(),
          content: <ChangePassword />,
          showsState: true,
        },
        {
          to: '/profile/security/passkeys',
          icon: 'key',
          name: LL.security.passkeys.name(),
          state: <PasskeysValue />,
          retry: <PasskeysRetry />,
          content: <Passkeys />,
        },
        {
          to: '/profile/security/codes',
          icon: 'codes',
          name: LL.security.codes.name(),
          state: <CodesValue />,
          retry: <CodesRetry />,
          content: <OneTimeCodes />,
        },
        {
          to: '/profile/security/sessions',
          icon: 'device',
          name: LL.profile.config.sessions.title(),
          state: <DevicesValue />,
          retry: <DevicesRetry />,
          content: <Sessions />,
        },
        {
          to: '/profile/security/tokens',
          icon: 'code',
          name: LL.profile.config.tokens.title(),
          state: <TokensValue />,
          retry: <TokensRetry />,
          content: <ScriptTokens />,
        },
      ]}
    />
  );
}

/** What is known already, without asking. */
const known = { enabled: false } as const;

/** Says of which day the oldest copy is of those that the page shows: of one part on its own page on a phone. */
function AccessCopy({ open }: { readonly open: SecurityPart['to'] | null }) {
  const wide = useWideScreen();
  const all = [
    { to: '/profile/security/passkeys', query: trpc.security.passkeys.useQuery(undefined, known) },
    { to: '/profile/security/codes', query: trpc.security.codes.useQuery(undefined, known) },
    { to: '/profile/security/sessions', query: trpc.profile.sessions.useQuery(undefined, known) },
    { to: '/profile/security/tokens', query: trpc.tokens.list.useQuery(undefined, known) },
  ];
  const queries = all.filter(({ to }) => wide || open === null || open === to).map(({ query }) => query);
  const days = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  if (days.length === 0) return null;
  return <CopyLine at={Math.min(...days)} isRefused={queries.some(({ isError }) => isError)} />;
}

/** How many passkeys there are; nothing until it is known. */
function PasskeysValue() {
  const { LL, locale } = useI18n();
  const opening = openingCredentials(useVault());
  const query = trpc.security.passkeys.useQuery();
  const wordsOf = (passkeys: readonly { readonly credentialId: string }[]) => {
    const { length } = passkeys;
    if (length === 0) return LL.security.passkeys.none();
    const some = countText(LL.security.passkeys.some, locale, length);
    const open = passkeys.filter(({ credentialId }) => opening?.has(credentialId)).length;
    if (open === 0) return some;
    const words = LL.security.passkeys.opens;
    return open === 1 ? words.one({ some, count: open }) : words.other({ some, count: open });
  };
  return <RowState query={query}>{query.data && wordsOf(query.data.passkeys)}</RowState>;
}

/** Whether one-time codes are on, and how many backup codes are left; nothing until it is known. */
function CodesValue() {
  const { LL, locale } = useI18n();
  const query = trpc.security.codes.useQuery();
  const wordsOf = (codes: { readonly backupCodesLeft: number } | null) =>
    codes ? countText(LL.security.codes.on, locale, codes.backupCodesLeft) : LL.security.codes.off();
  return <RowState query={query}>{query.data && wordsOf(query.data.codes)}</RowState>;
}

/** How many script tokens there are; nothing until it is known. */
function TokensValue() {
  const { LL, locale } = useI18n();
  const query = trpc.tokens.list.useQuery();
  const wordsOf = (count: number) =>
    count === 0 ? LL.security.tokens.zero() : countText(LL.security.tokens, locale, count);
  return <RowState query={query}>{query.data && wordsOf(query.data.length)}</RowState>;
}

/** On how many devices the account is open; nothing until it is known. */
function DevicesValue() {
  const query = trpc.profile.sessions.useQuery();
  return (
    <RowState query={query}>
      <SessionsValue as="device" />
    </RowState>
  );
}

function PasskeysRetry() {
  const { LL } = useI18n();
  return <RowRetry query={trpc.security.passkeys.useQuery()} name={LL.security.passkeys.name()} />;
}

function CodesRetry() {
  const { LL } = useI18n();
  return <RowRetry query={trpc.security.codes.useQuery()} name={LL.security.codes.name()} />;
}

function DevicesRetry() {
  const { LL } = useI18n();
  return <RowRetry query={trpc.profile.sessions.useQuery()} name={LL.profile.config.sessions.title()} />;
}

function TokensRetry() {
  const { LL } = useI18n();
  return <RowRetry query={trpc.tokens.list.useQuery()} name={LL.profile.config.tokens.title()} />;
}
