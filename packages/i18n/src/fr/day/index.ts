import type { NamespaceDayTranslation } from '../../i18n-types';

export default {
  previous: 'Jour précédent avec un scan ou une note',
  next: 'Jour suivant avec un scan ou une note',
  empty: 'Rien ce jour-là.',
  moods: 'Humeurs d’autres journaux',
  mood: '{line}\u00A0: {value} sur {scale}',
  write: 'Écrire',
  addScan: 'Ajouter un scan',
  dated: 'Daté du {date}, marqué «\u202Fsaisi le {entered}\u202F».',
  tooOld: 'On peut écrire jusqu’à {days} jours en arrière.',
} satisfies NamespaceDayTranslation;
