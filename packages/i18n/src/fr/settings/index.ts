import type { NamespaceSettingsTranslation } from '../../i18n-types';

export default {
  data: 'Mes données',
  quizOn: 'avance tout seul',
  quizOff: 'attend Suivant',
  todayAll: 'semaine, souvenir',
  todayWeek: 'semaine',
  todayMemory: 'souvenir',
  todayNone: 'rien de plus',
  sessions: { one: '{count} session', other: '{count} sessions' },
} satisfies NamespaceSettingsTranslation;
