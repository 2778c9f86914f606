import type { NamespaceStatusTranslation } from '../../i18n-types';

export default {
  saved: 'Enregistré',
  waiting: 'En attente d’envoi',
  failed: 'Pas encore envoyé',
  failedReason: 'Pas encore envoyé\u00A0: {reason}',
} satisfies NamespaceStatusTranslation;
