import type { NamespaceStatsTranslation } from '../../i18n-types';

const fr_stats = {
  further: 'Avec ces scans, aussi',
  period: {
    label: 'Choisir une période',
    start: 'Début de la période',
    end: 'Fin de la période',
    range: '{start} – {end}',
    all: 'Toute la période',
    dates: 'Saisir les dates',
  },
  view: {
    label: 'Vue',
    pie: 'Fleur',
    line: 'Courbes',
  },
  play: {
    start: 'Lire les scans un à un',
    pause: 'Mettre en pause',
    slider: 'Scan affiché',
    value: 'Scan {index} sur {total}, {when}',
    bloom: '{poles}',
    end: 'Dernier scan de la période.',
  },
  lines: {
    group: 'Disposition des courbes',
    together: 'Ensemble',
    separate: 'Séparées',
  },
  speed: {
    label: 'Vitesse de lecture',
    one: '×1',
    four: '×4',
    week: 'par semaine',
  },
  shownOf: 'Scan affiché · {index} sur {total}',
  openScan: 'Ouvrir ce scan',
  say: {
    title: 'Ce que montrent les courbes',
    short: 'De {first} à {last}, entre {min} ({minDate}) et {max} ({maxDate})\u202F; {steady}.',
    /** The same about weeks and months, where one line has to do. */
    brief: 'De {first} à {last}, entre {min} ({minDate}) et {max} ({maxDate})\u202F; {steady}.',
    shortFew: 'De {first} à {last}, entre {min} ({minDate}) et {max} ({maxDate}).',
    long: 'De {first} à {last} sur la période\u202F; au plus bas {min} le {minDate}, au plus haut {max} le {maxDate}\u202F; {steady}.',
    longFew:
      'De {first} à {last} sur la période\u202F; au plus bas {min} le {minDate}, au plus haut {max} le {maxDate}.',
    week: 'Par semaine, de {first} à {last}\u202F; au plus bas {min} (semaine du {minDate}), au plus haut {max} (semaine du {maxDate})\u202F; {steady}.',
    month:
      'Par mois, de {first} à {last}\u202F; au plus bas {min} ({minDate}), au plus haut {max} ({maxDate})\u202F; {steady}.',
    same: 'Toujours {value}.',
    one: 'Un seul scan\u00A0: {value}, le {date}.',
    name: '{right}. {sentence}',
    stable: 'stable',
    varied: 'variable',
    very: 'très variable',
    /** Beside charts whose sentences are about weeks or months. */
    by: { week: 'par semaine', month: 'par mois' },
  },
  count: {
    one: '{count} scan sur cette période',
    other: '{count} scans sur cette période',
  },
  empty: 'Aucun scan à montrer pour l’instant.',
  emptyMore: 'Les courbes prennent forme à partir de deux scans.',
  emptyPeriod: 'Aucun scan sur cette période.',
  variation: {
    label: 'Variation marquante',
    note: 'Par rapport au scan précédent.',
    progress: {
      slight: 'Léger progrès vers {pole}\u00A0: {delta} point',
      clear: 'Progrès net vers {pole}\u00A0: {delta} points',
      strong: 'Fort progrès vers {pole}\u00A0: {delta} points',
    },
    shift: {
      slight: 'Léger mouvement vers {pole}\u00A0: {delta} point',
      clear: 'Mouvement net vers {pole}\u00A0: {delta} points',
      strong: 'Fort mouvement vers {pole}\u00A0: {delta} points',
    },
    less: {
      slight: 'Léger recul de {pole}\u00A0: {delta} point',
      clear: 'Recul net de {pole}\u00A0: {delta} points',
      strong: 'Fort recul de {pole}\u00A0: {delta} points',
    },
    still: 'Toujours du côté de {pole}.',
    none: 'Rien n’a bougé depuis le scan précédent.',
    first: 'C’est le premier scan\u00A0: rien à comparer encore.',
  },
  trend: {
    label: 'Tendance moyenne',
    note: 'Moyenne des sept réponses, depuis le premier scan de la période.',
    changed: {
      one: '{delta} point depuis le premier scan de la période',
      other: '{delta} points depuis le premier scan de la période',
    },
    same: 'La même moyenne qu’au premier scan de la période',
    first: 'C’est le premier scan de la période.',
  },
  balance: {
    label: 'Équilibre général',
    note: 'Les sept réponses prises ensemble.',
    positive: 'Plutôt positif',
    negative: 'Plutôt négatif',
    evenPositive: 'À peu près à l’équilibre, un peu du côté positif',
    evenNegative: 'À peu près à l’équilibre, un peu du côté négatif',
  },
  dominant: {
    label: 'Dominante stable',
    note: 'La réponse la plus fréquente, si elle revient au moins une fois sur deux.',
    value: '{pole}\u00A0: {value} sur 10, {count} fois sur {total}',
  },
  since: {
    label: 'Depuis le scan précédent',
    zero: 'Le même jour',
    one: '{count} jour',
    other: '{count} jours',
  },
  analysis: {
    title: 'Lecture de ce scan',
  },
  how: {
    show: 'Voir le calcul\u00A0: {label}',
    previous: 'Scan précédent\u00A0: {when}.',
    change: '{pole}\u00A0: {before}, puis {now}',
    grades: 'Léger\u00A0: 1 point. Net\u00A0: 2 points. Fort\u00A0: 3 ou plus.',
    trend:
      'Somme des sept réponses\u00A0: {now} pour ce scan, {first} pour le premier de la période, {date}. L’écart divisé par 7 donne {delta}.',
    shares: 'Chaque réponse compte 2 × réponse − 10, de −8 à +10. Ici\u00A0: {list}. Leur moyenne est {mean}.',
    even: 'À partir de 0, c’est positif. Entre −1 et +1, c’est à peu près l’équilibre.',
    dominant: 'Au moins trois scans, et une seule réponse en tête.',
    frequent: '{pole}\u00A0: {values}, {count} fois sur {total}',
    days: 'Jours du calendrier, dans votre fuseau horaire ({zone}).',
  },
  legend: {
    group: 'Courbes affichées',
    line: 'Courbe {pole}',
  },
  chart: {
    name: 'Sept courbes au fil du temps, de 1 à 10',
  },
  preset: {
    group: 'Période',
    week: '7 jours',
    month: '30 jours',
    quarter: '3 mois',
    year: '1 an',
    all: 'Tout',
  },
  many: {
    below: '{left} en bas',
    front: 'Mettre {pole} en avant',
    open: 'Voir ces scans',
    mean: '{pole}\u00A0: moyenne {mean}, de {min} à {max}',
    week: {
      read: 'Trait\u00A0: moyenne de la semaine. Bande\u00A0: du plus bas au plus haut.',
      shown: 'Semaine affichée',
      cursor: 'Semaine',
      table: 'Moyennes par semaine, du plus bas au plus haut, de 1 à 10',
    },
    month: {
      read: 'Trait\u00A0: moyenne du mois. Bande\u00A0: du plus bas au plus haut.',
      shown: 'Mois affiché',
      cursor: 'Mois',
      table: 'Moyennes par mois, du plus bas au plus haut, de 1 à 10',
    },
    weekRange: 'du {start} au {end}',
    scans: {
      one: '{count} scan',
      other: '{count} scans',
    },
    more: '+{count}',
    cell: '{mean}, de {min} à {max}',
  },
  bloom: {
    name: 'Fleur du scan du {when}',
  },
  table: {
    show: 'Voir le tableau',
    hide: 'Masquer le tableau',
    caption: 'Réponses par scan, de 1 à 10',
    date: 'Date',
    range: 'Scans {from} à {to} sur {total}',
    earlier: 'Plus anciens',
    later: 'Plus récents',
  },
} satisfies NamespaceStatsTranslation;

export default fr_stats;
