import type { NamespaceSecurityTranslation } from '../../i18n-types';

const fr_security = {
  title: 'Sécurité',
  access: { title: 'Votre accès', lead: 'Qui peut entrer dans votre compte.' },
  password: { name: 'Mot de passe', moreOff: 'Il ouvre le compte' },
  sessions: { one: '{count} appareil', other: '{count} appareils' },
  tokens: { zero: 'Aucun', one: '{count} jeton', other: '{count} jetons' },
} satisfies NamespaceSecurityTranslation;

export default fr_security;
