import { ChangePassword } from '../../../features/account/change-password.tsx';
import { SessionsValue } from '../../../features/account/sessions-value.tsx';
import { Sessions } from '../../../features/account/sessions.tsx';
import { CodesValue } from '../../../features/security/codes-value.tsx';
import { OneTimeCodes } from '../../../features/security/one-time-codes.tsx';
import { SecurityPage, type SecurityPart } from '../../../features/settings/security-page.tsx';
import { ScriptTokens } from '../../../features/tokens/script-tokens.tsx';
import { TokensValue } from '../../../features/tokens/tokens-value.tsx';
import { loadNamespaces, useI18n } from '../../../i18n/locale-store.ts';

/** The texts of the parts. */
export const loadSecurity = () => loadNamespaces('security', 'codes', 'second', 'profile', 'field', 'error');

/** The page of security, with the parts that features have for it. */
export function Security({ open = null }: { readonly open?: SecurityPart['to'] | null }) {
  const { LL } = useI18n();
  return (
    <SecurityPage
      open={open}
      access={[
        {
          to: '/profile/security/password',
          icon: 'asterisk',
          name: LL.security.password.name(),
          state: LL.security.password.moreOff(),
          content: <ChangePassword />,
        },
        {
          to: '/profile/security/codes',
          icon: 'codes',
          name: LL.security.codes.name(),
          state: <CodesValue />,
          content: <OneTimeCodes />,
        },
        {
          to: '/profile/security/sessions',
          icon: 'device',
          name: LL.profile.config.sessions.title(),
          state: <SessionsValue as="device" />,
          content: <Sessions />,
        },
        {
          to: '/profile/security/tokens',
          icon: 'code',
          name: LL.profile.config.tokens.title(),
          state: <TokensValue />,
          content: <ScriptTokens />,
        },
      ]}
    />
  );
}
