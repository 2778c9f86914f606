import type { NamespaceMomentTranslation } from '../../i18n-types';

export default {
  title: 'Pour quel moment\u202F?',
  morning: 'Le matin',
  noon: 'À midi',
  evening: 'Le soir',
  night: 'La nuit',
  nightRange: 'du {start} au {end}',
  hour: 'À une heure précise',
  hourField: 'Heure',
  unknown: 'Je ne sais plus',
  unknownMore: 'Seul le jour est gardé.',
  note: 'Les questions restent les mêmes\u00A0: répondez comme c’était alors. Le scan portera la mention «\u202Fsaisi le {date}\u202F».',
  start: 'Commencer',
  future: 'Cette heure n’est pas encore venue.',
  head: 'ce jour-là · {date}',
  dated: {
    day: '{date}',
    morning: '{date}, le matin',
    noon: '{date}, à midi',
    evening: '{date}, le soir',
    night: '{date}, la nuit',
  },
} satisfies NamespaceMomentTranslation;
