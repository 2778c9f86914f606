import type { NamespaceTagsTranslation } from '../../i18n-types';

export default {
  title: 'Qu’est-ce qui se passait\u202F?',
  add: 'un mot',
  addLabel: 'Ajouter un mot',
  addPlaceholder: 'Un ou deux mots',
  lock: 'Chiffrés sur votre appareil avant l’envoi.',
  group: 'Mots de ce scan',
  saved: 'Gardé',
  removed: 'Retiré',
  savedLocal: 'Gardé ici, envoyé plus tard',
  max: '{max} mots pour un scan, c’est le maximum.',
  tooLong: '{max} caractères au plus.',
  edit: 'Modifier les mots',
  all: 'Tous les mots',
  manage: 'Mes mots',
  rename: 'Renommer',
  merge: 'Réunir avec un autre',
  remove: 'Retirer de la liste',
  removeText: 'Le mot ne sera plus proposé. Les scans qui le portent le gardent.',
  erase: 'Effacer partout',
  eraseText: {
    one: 'Le mot sera retiré de {count} scan. C’est définitif.',
    other: 'Le mot sera retiré de {count} scans. C’est définitif.',
  },
  menu: 'Options du mot {tag}',
  uses: {
    one: '{count} scan',
    other: '{count} scans',
  },
  settingOff: 'Ne pas proposer de mots sur le résultat',
} satisfies NamespaceTagsTranslation;
