import type { NamespaceSecurityTranslation } from '../../i18n-types';

export default {
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
    opens: { one: '{some}, dont {count} ouvre le coffre', other: '{some}, dont {count} ouvrent le coffre' },
    some: { one: '{count} clé', other: '{count} clés' },
  },
  again: {
    title: 'Votre mot de passe',
    textAlone: 'Pour être sûr que c’est bien vous.',
    text: 'Pour être sûr que c’est bien vous. Une clé d’accès convient aussi.',
    passkey: 'Avec une clé d’accès',
    confirm: 'Confirmer',
    wrong: 'Ce n’est pas le mot de passe de ce compte.',
  },
  title: 'Sécurité',
  access: { title: 'Votre accès', lead: 'Qui peut entrer dans votre compte.' },
  password: { name: 'Mot de passe', more: 'Il ouvre le compte, pas le coffre', moreOff: 'Il ouvre le compte' },
  sessions: { one: '{count} appareil', other: '{count} appareils' },
  tokens: { zero: 'Aucun', one: '{count} jeton', other: '{count} jetons' },
  summary: 'coffre activé',
  content: { title: 'Ce que vous écrivez', lead: 'Qui peut le lire.' },
  vault: {
    name: 'Coffre',
    off: 'Non activé : le serveur garde la clé de vos notes',
    on: 'Activé le {date} · ouvert ici',
    closed: 'Activé le {date} · fermé ici',
    moving: 'Scellement : {done} sur {total}',
    movingBack: 'Retour à la clé du serveur : {done} sur {total}',
    turnOn: 'Activer le coffre',
  },
  lock: {
    name: 'Verrouillage',
    minutes: { one: 'Après {count} minute sans activité', other: 'Après {count} minutes sans activité' },
    hidden: 'Dès que la page est cachée',
    none: 'Va avec le coffre',
  },
  check: 'Vérifier soi-même',
  checkMore: 'L’enveloppe, l’empreinte, le programme',
  checkMoreOff: 'L’enveloppe, le programme',
  offline: 'Hors connexion, cette page se lit. Les changements attendent le retour de la connexion.',
} satisfies NamespaceSecurityTranslation;
