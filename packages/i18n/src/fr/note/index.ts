import type { NamespaceNoteTranslation } from '../../i18n-types';

export default {
  input: {
    red: 'Sécurité',
    orange: 'Plénitude',
    yellow: 'Joie',
    green: 'Amour de soi',
    cyan: 'Alignement',
    blue: 'Paix',
    purple: 'Foi intérieure',
    other: 'Autre',
  },
  linkedShort: 'scan du {date}',
  draftIs: 'Brouillon\u00A0: «\u202F{words}…\u202F»',
  draftWaits: 'Un brouillon attend',
  draftResume: 'Reprendre',
  draftName: 'Reprendre le brouillon du {date}',
} satisfies NamespaceNoteTranslation;
