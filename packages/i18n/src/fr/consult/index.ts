import type { NamespaceConsultTranslation } from '../../i18n-types';

export default {
  open: 'Page pour consultation',
  openMore: 'Une page A4 à imprimer ou à enregistrer, préparée sur votre appareil.',
  prepare: 'Préparer une page',
  kind: 'Pour une consultation',
  title: 'Mes scans, du {start} au {end}',
  titleDay: 'Mes scans du {date}',
  count: '{scans} scan{{s}} sur {days} jours, pour {period} jours de calendrier.',
  countOneDay: '{scans} scan{{s}} en un jour, pour {period} jours de calendrier.',
  countSameDay: '{scans} scan{{s}} en un jour.',
  how: 'À chaque scan, je place sept sentiments entre deux pôles, de 1 à 10, tels qu’ils sont à ce moment-là. Le milieu est entre 5 et 6.',
  col: {
    axis: 'De 1 à 10',
    strip: 'Moyenne (rond), habituel (barre)',
    mean: 'Moyenne',
    usual: 'Habituel',
    trend: 'Semaine après semaine',
    trendMonth: 'Mois après mois',
    sides: 'Réponses 1–5 / 6–10',
  },
  range: '{min} – {max}',
  sides: '{left} / {right}',
  alt: {
    strip: 'De 1 à 10\u00A0: habituel de {min} à {max}, moyenne {mean}',
  },
  usualDef:
    '«\u202FHabituel\u202F»\u00A0: l’étendue de huit réponses sur dix. La petite ligne donne la moyenne de chaque semaine, sur une échelle de 1 à 10\u202F; un blanc est une semaine sans scan.',
  usualDefMonth:
    '«\u202FHabituel\u202F»\u00A0: l’étendue de huit réponses sur dix. La petite ligne donne la moyenne de chaque mois, sur une échelle de 1 à 10\u202F; un blanc est un mois sans scan.',
  tags: 'Mots notés avec les scans',
  tag: '{tag} {count}',
  notes: 'Notes choisies (titres seulement)',
  say: 'Ce que j’aimerais aborder',
  lines: 'Lignes pour écrire',
  is: 'Cette page montre mes propres réponses, données à des moments que j’ai choisis. Elle aide à raconter une période.',
  isNot: 'Elle ne mesure pas un état de santé et ne remplace ni un échange ni un avis.',
  made: 'Nuances · page préparée sur mon appareil le {date}',
  page: '1 / 1',
  set: {
    tags: 'Ajouter mes mots',
    tagsNone: 'Aucun scan de cette période n’a de mot.',
    notes: 'Choisir des notes',
    notesHelp:
      'Rien n’est ajouté sans votre choix\u00A0: des notes, seulement le titre, ou sans titre les premiers mots.',
    notesMost: 'La page a de la place pour {max} titres.',
    notesNone: 'Aucune note dans cette période.',
    say: 'Laisser des lignes pour écrire',
  },
  preview: 'Aperçu',
  print: 'Imprimer ou PDF',
  few: 'Deux scans suffisent pour préparer une page.',
} satisfies NamespaceConsultTranslation;
