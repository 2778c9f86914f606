import type { NamespaceLockTranslation } from '../../i18n-types';

export default {
  auto: 'Se verrouiller tout seul',
  choice: {
    hidden: 'Page cachée',
    minutes: '{count} min',
  },
  text: 'La clé et ce qui était ouvert quittent la mémoire de toutes les pages de Nuances sur cet appareil.',
  none: 'Sans coffre, il n’y a rien à fermer : le serveur rouvrirait tout à cette même page.',
  saved: 'Choix gardé sur cet appareil.',
  title: 'Verrouillé',
  lead: 'Votre coffre est fermé sur cet appareil.',
  draft: 'Ce que vous écriviez est gardé, scellé.',
  draftHere:
    'Cet appareil n’a plus de place\u00A0: ce que vous écriviez n’est gardé, scellé, que dans cette page. Ouvrez le coffre avant de la fermer.',
  open: 'Ouvrir',
  soon: 'Nuances se verrouille dans {count} secondes.',
  stay: 'Rester',
  back: 'Rouvert. Votre note est là où vous l’aviez laissée.',
} satisfies NamespaceLockTranslation;
