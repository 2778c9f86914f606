import type { NamespaceDashboardTranslation } from '../../i18n-types';

export default {
  title: 'Bienvenue sur le tableau de bord protégé',
  lead: 'Cette section est réservée aux personnes connectées.',
} satisfies NamespaceDashboardTranslation;
