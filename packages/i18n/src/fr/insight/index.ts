import type { NamespaceInsightTranslation } from '../../i18n-types';

export default {
  title: 'Ce qui se dessine',
  lead: 'Des choses qui vont ensemble dans vos scans. Rien ne dit que l’une entraîne l’autre.',
  /** Where scans are given "as last time, except …". */
  givenOnly:
    'Seules comptent les réponses données\u00A0: celles qui sont reprises de la dernière fois sont laissées de côté. Chaque sentiment est donc regardé seul, dans les scans où vous l’avez donné, et il en faut davantage pour voir un motif.',
  tag: 'Les jours marqués «\u202F{tag}\u202F», vos réponses vont davantage vers {pole}.',
  weekday: 'Le {weekday}, vos réponses vont davantage vers {pole}.',
  weekdayHour: 'Le {weekday} {part}, vos réponses vont davantage vers {pole}.',
  hour: '{part}, vos réponses vont davantage vers {pole}.',
  together: 'Quand vos réponses vont davantage vers {other}, elles vont aussi davantage vers {pole}.',
  since: 'Depuis le {date}, vos réponses vont davantage vers {pole}.',
  usual: 'Pour {left} et {right}, vos réponses restent le plus souvent entre {min} et {max}.',
  outside: 'Ces deux dernières semaines, elles sont plutôt autour de {mean}.',
  part: {
    morning: 'Le matin',
    afternoon: 'L’après-midi',
    evening: 'Le soir',
    night: 'La nuit',
  },
  partShort: {
    morning: 'matin',
    afternoon: 'après-midi',
    evening: 'soir',
    night: 'nuit',
  },
  with: 'avec\u00A0: {mean}',
  without: 'sans\u00A0: {mean}',
  rest: 'le reste\u00A0: {mean}',
  group: '{name}\u00A0: {mean}',
  name: {
    weekdayHour: '{weekday} {part}',
    recent: 'ces deux semaines',
    since: 'depuis',
    before: 'avant',
    together: 'alors',
  },
  countTag: '{with} scans avec, {without} sans · {period}',
  countTime: '{with} scans alors, {without} ailleurs · {period}',
  countSince: '{with} scans depuis, {without} avant · {period}',
  period: 'du {start} au {end}',
  size: {
    one: 'Écart\u00A0: {delta} point, sans doute entre {low} et {high}',
    other: 'Écart\u00A0: {delta} points, sans doute entre {low} et {high}',
  },
  chance: 'Par hasard, un écart pareil se verrait chez moins d’une personne sur vingt.',
  open: 'Voir les scans',
  close: 'Masquer les scans',
  hide: 'Ne plus montrer celui-ci',
  hidden: 'Masqué.',
  fewTag: {
    one: '«\u202F{tag}\u202F»\u00A0: {count} scan avec. Pas encore assez de scans pour voir un motif (à partir de {min}).',
    other:
      '«\u202F{tag}\u202F»\u00A0: {count} scans avec. Pas encore assez de scans pour voir un motif (à partir de {min}).',
  },
  few: 'Pas encore assez de scans pour voir un motif (à partir de {min}).',
  fewMore: 'Vous en avez {count}. Rien ne presse\u00A0: ils compteront tous, quel que soit le temps entre deux.',
  fewWhy: {
    one: 'Il en manque {count}\u00A0: avec moins, le hasard dessine trop souvent un motif.',
    other: 'Il en manque {count}\u00A0: avec moins, le hasard dessine trop souvent un motif.',
  },
  fewDays: 'Pas encore assez de jours pour voir un motif (à partir de {min}).',
  fewDaysMore: 'Vos scans tiennent en {count} jours. Sur si peu de temps, ce qui passe ressemble à un motif.',
  none: 'Rien ne se dessine nettement, et c’est une réponse aussi.',
  noneMore: 'Vos scans varient sans lien marqué avec un mot, un jour ou une heure.',
  visibleFrom: {
    one: 'Avec {count} scans, un écart de {size} point se voit quatre fois sur cinq\u202F; plus petit, il peut passer inaperçu.',
    other:
      'Avec {count} scans, un écart de {size} points se voit quatre fois sur cinq\u202F; plus petit, il peut passer inaperçu.',
  },
  visibleLater: 'Pour un point, il faut environ {scans} scans.',
  scan: 'Faire un scan',
  method: 'Comment c’est calculé',
  methodText:
    'Tout se calcule sur votre appareil. Un motif n’apparaît qu’avec {min} scans de chaque côté, et si l’écart reste du même côté de zéro quand on tient compte du hasard et du nombre de motifs cherchés.',
  change: {
    title: 'Avant et après une date',
    label: 'Une date qui compte pour vous',
    compare: 'Comparer',
    outside: 'Choisissez un jour entre le {from} et le {to}.',
    none: 'Rien ne change nettement autour du {date}, et c’est une réponse aussi.',
    few: 'Il faut {min} scans de chaque côté\u00A0: il y en a {before} avant, {after} depuis.',
  },
  range: {
    title: 'Votre étendue habituelle',
    text: 'L’étendue de huit réponses sur dix (bande), et leur moyenne (rond). {count} scans, {period}.',
    row: '{pole}\u00A0: le plus souvent entre {min} et {max}, moyenne {mean}',
  },
} satisfies NamespaceInsightTranslation;
