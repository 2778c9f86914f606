import type { NamespaceHistoryTranslation } from '../../i18n-types';

export default {
  title: 'Historique',
  lead: 'Vos scans, du plus récent au plus ancien.',
  empty: 'Aucun résultat enregistré.',
  emptyMore: 'Votre premier scan apparaîtra ici.',
  loadingMore: 'La suite arrive...',
  end: 'Début de l’historique.',
  loaded: {
    one: '{count} scan affiché',
    other: '{count} scans affichés',
  },
  row: {
    name: 'Scan du {when}, {image}',
  },
  open: 'Ouvrir le scan du {when}',
  missing: 'Ce scan n’est plus là.',
  missingMore: 'Il a pu être supprimé depuis un autre appareil. Ses notes restent.',
  notes: {
    one: '{count} note liée',
    other: '{count} notes liées',
    title: 'Notes liées',
    subtitle: 'Scan du {date}',
    readonly: 'En lecture seule. Pour les modifier, ouvrez Notes.',
    empty: 'Aucune note liée à ce scan.',
  },
  delete: {
    title: 'Supprimer ce scan\u202F?',
    text: 'Le scan sera supprimé. Les notes liées restent.',
  },
  deleted: 'Scan supprimé.',
  menu: 'Options du scan du {date}',
} satisfies NamespaceHistoryTranslation;
