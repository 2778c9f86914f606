import type { NamespaceSecurityTranslation } from '../../i18n-types';

const fr_security = {
  codes: {
    name: 'Codes à usage unique',
    off: 'Non activés',
    on: {
      one: 'Activés · {count} code de secours',
      other: 'Activés · {count} codes de secours',
    },
  },
  passkeys: {
    name: 'Clés d’accès',
    none: 'Aucune',
    some: { one: '{count} clé', other: '{count} clés' },
  },
  again: {
    title: 'Votre mot de passe',
    text: 'Pour être sûr que c’est bien vous.',
    textPasskey: 'Pour être sûr que c’est bien vous. Une clé d’accès convient aussi.',
    passkey: 'Avec une clé d’accès',
    confirm: 'Confirmer',
    wrong: 'Ce n’est pas le mot de passe de ce compte.',
  },
  title: 'Sécurité',
  access: { title: 'Votre accès', lead: 'Qui peut entrer dans votre compte.' },
  password: { name: 'Mot de passe', moreOff: 'Il ouvre le compte' },
  sessions: { one: '{count} appareil', other: '{count} appareils' },
  tokens: { zero: 'Aucun', one: '{count} jeton', other: '{count} jetons' },
} satisfies NamespaceSecurityTranslation;

export default fr_security;
