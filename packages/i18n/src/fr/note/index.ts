import type { NamespaceNoteTranslation } from '../../i18n-types';

const fr_note = {
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
} satisfies NamespaceNoteTranslation;

export default fr_note;
