import type { NamespaceBookletTranslation } from '../../i18n-types';

export default {
  open: 'Un carnet en PDF',
  openMore: 'Notes et scans d’une période, à lire ou à imprimer. Préparé sur votre appareil.',
  with: 'Ce que contient le carnet',
  notes: 'Mes notes',
  scans: 'Mes scans',
  words: 'Mes mots',
  make: 'Préparer le carnet',
  print: 'Imprimer ou PDF',
  cover: 'Carnet, du {start} au {end}',
  notesCount: {
    one: '{count} note',
    other: '{count} notes',
  },
  scansCount: {
    one: '{count} scan',
    other: '{count} scans',
  },
  entered: 'saisie le {date}',
  made: 'Nuances · préparé sur mon appareil le {date}',
  private: 'Les notes s’y lisent en clair. Rangez ce fichier comme un carnet.',
  locked: {
    one: '{count} note illisible, laissée de côté',
    other: '{count} notes illisibles, laissées de côté',
  },
  empty: 'Rien dans cette période.',
} satisfies NamespaceBookletTranslation;
