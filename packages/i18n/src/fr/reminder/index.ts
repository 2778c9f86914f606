import type { NamespaceReminderTranslation } from '../../i18n-types';

const fr_reminder = {
  title: 'Rappel',
  switch: 'Me rappeler',
  lead: 'Aux jours et à l’heure de votre choix, pas davantage.',
  days: 'Jours',
  time: 'Heure',
  incomplete: 'Il faut au moins un jour, et une heure.',
  pause: 'Une semaine de pause',
  paused: 'En pause jusqu’au {date}.',
  resume: 'Reprendre',
  kept: 'Gardé',
  keptLocal: 'Gardé ici, envoyé plus tard',
  next: 'Prochain rappel\u00A0: {day} à {time}.',
  asking: 'Le navigateur demande son accord…',
  refused: 'Le navigateur a refusé\u00A0: le rappel reste coupé.',
  refusedMore: 'Vous pouvez rouvrir les notifications dans ses réglages, à la ligne de ce site.',
  noPush: 'L’inscription n’a pas abouti, comme souvent dans une fenêtre privée. Le rappel reste coupé.',
  noDay: 'Sans jour choisi, le rappel se tait.',
  there: 'Sur un autre appareil, pas ici',
  thereMore: 'Ouvert ici, il arrivera ici.',
  deviceStop: 'Couper',
  private: 'Sans contenu\u00A0: la notification ne dit rien de vous.',
  push: {
    title: 'Nuances',
    body: 'Un moment pour vous, si vous voulez.',
  },
  ask: 'Votre navigateur va demander si Nuances peut envoyer des notifications.',
  none: 'Ce navigateur n’envoie pas de notifications. Le fichier de calendrier reste possible.',
  calendar: 'Plutôt dans votre agenda\u202F?',
  calendarMore: 'Un fichier de calendrier, sans notification d’ici.',
  calendarSave: 'Télécharger',
  calendarEvent: 'Nuances',
  server: 'Le serveur garde l’adresse d’envoi, les jours et l’heure\u202F; rien d’autre.',
} satisfies NamespaceReminderTranslation;

export default fr_reminder;
