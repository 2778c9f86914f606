import type { NamespaceSupportTranslation } from '../../i18n-types';

export default {
  title: 'Quelqu’un peut vous écouter.',
  text: 'Certaines heures pèsent plus que d’autres. Vous pouvez en parler, par écrit ou de vive voix, même sans savoir quoi dire.',
  private: 'Ce message n’apparaît qu’ici. Rien n’est noté, personne n’est prévenu.',
  open: 'Voir à qui parler',
  close: 'Fermer ce message',
} satisfies NamespaceSupportTranslation;
