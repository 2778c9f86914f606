import type { NamespaceTodayTranslation } from '../../i18n-types';

const fr_today = {
  greeting: {
    morning: 'Bonjour',
    afternoon: 'Bonjour',
    evening: 'Bonsoir',
    night: 'Bonsoir',
  },
  light: {
    morning: '{date} · la journée s’ouvre',
    afternoon: '{date} · le jour est haut',
    evening: '{date} · le jour descend',
    night: '{date} · la nuit est là',
  },
  last: 'Votre dernier scan',
  lastOpen: 'Ouvrir',
  lastName: 'Votre dernier scan, {when}, {image}. Ouvrir',
  lastToday: 'aujourd’hui à {time}',
  lastYesterday: 'hier à {time}',
  scan: 'Faire un scan',
  resume: 'Reprendre le scan',
  write: 'Écrire',
  week: 'Ces sept jours',
  month: 'Voir le mois',
  day: {
    one: '{date}, {count} scan',
    other: '{date}, {count} scans',
  },
  memory: {
    one: 'Il y a {count} an',
    other: 'Il y a {count} ans',
    number: {
      1: 'un',
      2: 'deux',
      3: 'trois',
      4: 'quatre',
      5: 'cinq',
      6: 'six',
      7: 'sept',
      8: 'huit',
      9: 'neuf',
      10: 'dix',
    },
    note: '{ago} · une note',
    scan: '{ago} · un scan',
    menu: 'Options du souvenir',
    hideOnce: 'Masquer celui-ci',
    hideAll: 'Ne plus en montrer',
    hidden: 'Masqué. Vous pouvez le rétablir dans Réglages.',
    setting: 'Montrer un souvenir du même jour',
  },
  waiting: {
    one: '{count} élément attend d’être envoyé, gardé sur cet appareil',
    other: '{count} éléments attendent d’être envoyés, gardés sur cet appareil',
  },
  empty: 'Votre premier scan apparaîtra ici.',
  readable: 'Désormais, tout se lit ici aussi hors connexion.',
  emptyMore: 'Sept questions, une par couleur. Quelques minutes suffisent.',
  keys: 'Sur cette page, les touches S et N ouvrent un scan et une note',
  sealing: 'Vos pages se scellent : {done} sur {total}',
} satisfies NamespaceTodayTranslation;

export default fr_today;
