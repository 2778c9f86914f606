import type { NamespaceStatusTranslation } from '../../i18n-types';

const fr_status = {
  saved: 'Enregistré',
  waiting: 'En attente d’envoi',
  failed: 'Pas encore envoyé',
  failedReason: 'Pas encore envoyé\u00A0: {reason}',
} satisfies NamespaceStatusTranslation;

export default fr_status;
