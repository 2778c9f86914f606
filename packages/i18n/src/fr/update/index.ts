import type { NamespaceUpdateTranslation } from '../../i18n-types';

export default {
  ready: 'Une nouvelle version est disponible.',
  vault: 'La version {version} est prête. Avec un coffre, elle attend votre accord.',
  apply: 'Mettre à jour',
  later: 'Plus tard',
} satisfies NamespaceUpdateTranslation;
