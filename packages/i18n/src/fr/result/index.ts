import type { NamespaceResultTranslation } from '../../i18n-types';

export default {
  picture: 'Garder l’image',
  title: 'Résultat',
  small: 'Votre scan',
  reflection: {
    open: 'Réflexion',
  },
  hint: 'Touchez un pétale ou un repère pour ouvrir les questions.',
  loginWarning: 'Vous devez vous connecter pour enregistrer votre scan.',
  loginWarningMore: 'En attendant, il reste sur cet appareil.',
  banner: {
    create: 'Créer un compte',
    login: 'Connexion',
  },
  saved: 'Scan enregistré.',
  ring: {
    alt: 'Vos sept réponses\u00A0: {list}.',
    item: '{pole} {value} sur 10',
  },
  part: {
    name: '{pole}, {value} sur 10. Ouvrir la réflexion',
    tooltip: '{pole}\u00A0: {value}',
  },
  scale: {
    name: 'De {left} à {right}\u00A0: {value} sur 10',
  },
  scales: {
    title: 'Les sept échelles',
  },
  popup: {
    meta: 'Partie {part} sur 7 · réponse {value}',
    skip: 'Trois questions, si vous le souhaitez.',
    write: 'Écrire une note',
    close: 'Fermer la réflexion',
  },
  info: {
    title: 'Réflexion',
    intro: 'Mettre des mots sur ce qu’on ressent peut aider.',
  },
  image: {},
  history: 'Voir l’historique',
} satisfies NamespaceResultTranslation;
