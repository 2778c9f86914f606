import type { NamespaceDashboardTranslation } from '../../i18n-types';

const fr_dashboard = {
  title: 'Bienvenue sur le tableau de bord protégé',
  lead: 'Cette section est réservée aux personnes connectées.',
} satisfies NamespaceDashboardTranslation;

export default fr_dashboard;
