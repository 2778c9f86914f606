import type { NamespaceTagsTranslation } from '../../i18n-types';

const fr_tags = {
  title: 'Qu’est-ce qui se passait\u202F?',
  lead: 'Vos mots à vous. Touchez, ou passez.',
  add: 'un mot',
  addLabel: 'Ajouter un mot',
  addPlaceholder: 'Un ou deux mots',
  skip: 'Passer',
  done: 'Voir le résultat',
  lock: 'Chiffrés sur votre appareil avant l’envoi.',
  group: 'Mots de ce scan',
  count: {
    one: '{count} mot choisi',
    other: '{count} mots choisis',
  },
  max: '{max} mots pour un scan, c’est le maximum.',
  tooLong: '{max} caractères au plus.',
  first: 'Écrivez un mot\u202F; il restera ici pour la prochaine fois.',
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
  settingOff: 'Ne pas demander après un scan',
} satisfies NamespaceTagsTranslation;

export default fr_tags;
