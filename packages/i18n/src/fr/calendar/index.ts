import type { NamespaceCalendarTranslation } from '../../i18n-types';

const fr_calendar = {
  view: {
    name: 'Présentation',
    list: 'Liste',
    calendar: 'Calendrier',
  },
  span: 'Durée affichée',
  month: 'Mois',
  year: 'Année',
  several: 'plusieurs scans',
  rule: 'La fleur est celle du dernier scan du jour\u202F; le chiffre dit combien il y en a.',
  scans: {
    one: '{count} scan',
    other: '{count} scans',
  },
  day: {
    zero: '{date}, rien ce jour-là',
    noted: '{date}, {notes}',
    mood: '{date}, {moods}',
    also: '{day}, {moods}',
    one: '{date}, {count} scan, {image}',
    other: '{date}, {count} scans, le dernier\u00A0: {image}',
  },
  moods: { one: '{count} humeur d’un autre journal', other: '{count} humeurs d’un autre journal' },
  slider: 'Jour',
  back: 'Revenir à aujourd’hui',
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  previousYear: 'Année précédente',
  nextYear: 'Année suivante',
  yearRange: 'du {start} au {end}',
  lane: '{right} au-dessus, {left} au-dessous',
  all: 'Ensemble',
  allMore: 'les sept réunis',
  readDesktop: 'Au-dessus de la ligne, le côté droit\u202F; au-dessous, le côté gauche.',
  readPhone: 'Comme sur l’échelle\u00A0: à gauche un pôle, à droite l’autre.',
  white: 'Un jour sans scan reste blanc\u00A0: il ne dit rien.',
  summary: {
    one: '{month}\u00A0: {count} jour avec un scan. {list}',
    other: '{month}\u00A0: {count} jours avec un scan. {list}',
  },
  table: {
    show: 'Voir le tableau',
    hide: 'Masquer le tableau',
    date: 'Jour',
    mean: 'Plusieurs scans le même jour\u00A0: leur moyenne.',
  },
  empty: 'Rien ce mois-ci.',
  emptyMore: 'Le scan le plus proche est du {date}.',
  goNearest: 'Y aller',
} satisfies NamespaceCalendarTranslation;

export default fr_calendar;
