import type { NamespaceFieldTranslation } from '../../i18n-types';

export default {
  login: {
    label: "Nom d'utilisateur ou e-mail",
  },
  username: {
    label: "Nom d'utilisateur",
    help: 'De 3 à 30 caractères\u00A0: lettres, chiffres ou _',
  },
  email: {
    label: 'E-mail',
    help: 'Pour confirmer votre compte et retrouver votre accès.',
  },
  password: {
    label: 'Mot de passe',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    help: '8 caractères ou plus, avec une majuscule, une minuscule, un chiffre et un symbole\u00A0: @$!%*?&',
  },
  newPassword: {
    label: 'Nouveau mot de passe',
  },
  confirmPassword: {
    label: 'Confirmer le mot de passe',
  },
  currentPassword: {
    label: 'Mot de passe actuel',
  },
} satisfies NamespaceFieldTranslation;
