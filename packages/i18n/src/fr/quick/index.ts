import type { NamespaceQuickTranslation } from '../../i18n-types';

export default {
  open: 'Comme la dernière fois, sauf…',
  ask: 'Qu’est-ce qui a changé depuis\u202F?',
  lead: 'Touchez un pétale pour lui donner sa valeur de maintenant. Les autres restent comme la dernière fois, et c’est noté.',
  legendKept: 'comme la dernière fois',
  legendNow: 'maintenant',
  nothing: 'Rien n’a changé',
  was: 'La dernière fois\u00A0: {value}',
  putBack: 'Remettre {value}',
  petalKept: '{left} – {right}, {value}, comme la dernière fois. Changer',
  petalNow: '{left} – {right}, {value} maintenant, {was} la dernière fois. Changer',
  unchangedSince: 'Sans changement depuis le {date}',
  closed: 'Touchez un pétale, ou «\u202FRien n’a changé\u202F».',
  marked: {
    one: '{count} réponse reprise de la dernière fois',
    other: '{count} réponses reprises de la dernière fois',
  },
  markedMore: 'Les réponses reprises ont un repère en contour. «\u202FCe qui se dessine\u202F» ne les compte pas.',
  marker: '{value}, repris du scan du {date}',
} satisfies NamespaceQuickTranslation;
