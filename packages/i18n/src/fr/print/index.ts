import type { NamespacePrintTranslation } from '../../i18n-types';

export default {
  notes: {
    menu: 'Options des notes',
    one: 'Imprimer la note affichée',
    other: 'Imprimer les {count} notes',
  },
  history: {
    menu: 'Options de l’historique',
    one: 'Imprimer le scan',
    other: 'Imprimer les {count} scans',
  },
  preparing: 'Préparation...',
} satisfies NamespacePrintTranslation;
