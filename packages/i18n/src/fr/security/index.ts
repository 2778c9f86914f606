import type { NamespaceSecurityTranslation } from '../../i18n-types';

const fr_security = {
  codes: {
    on: {
      one: 'Activés · {count} code de secours',
      other: 'Activés · {count} codes de secours',
    },
  },
  again: {
    title: 'Votre mot de passe',
    text: 'Pour être sûr que c’est bien vous.',
    confirm: 'Confirmer',
    wrong: 'Ce n’est pas le mot de passe de ce compte.',
  },
} satisfies NamespaceSecurityTranslation;

export default fr_security;
