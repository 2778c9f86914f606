import type { NamespaceDraftTranslation } from '../../i18n-types';

export default {
  kept: 'Brouillon gardé sur cet appareil.',
  restored: 'Votre brouillon est de retour.',
} satisfies NamespaceDraftTranslation;
