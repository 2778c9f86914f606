import type { NamespaceDraftTranslation } from '../../i18n-types';

const fr_draft = {
  kept: 'Brouillon gardé sur cet appareil.',
  restored: 'Votre brouillon est de retour.',
} satisfies NamespaceDraftTranslation;

export default fr_draft;
