import type { NamespaceReminderTranslation } from '../../i18n-types';

const fr_reminder = {
  title: 'Rappel',
  lead: 'Aux jours et à l’heure de votre choix, pas davantage.',
  days: 'Jours',
  time: 'Heure',
  incomplete: 'Il faut au moins un jour, et une heure.',
  pause: 'Une semaine de pause',
  paused: 'En pause jusqu’au {date}.',
  resume: 'Reprendre',
  private: 'Sans contenu\u00A0: la notification ne dit rien de vous.',
  push: {
    title: 'Nuances',
    body: 'Un moment pour vous, si vous voulez.',
  },
  saved: 'Rappel enregistré.',
  off: 'Rappel coupé.',
  kept: 'Changement gardé sur cet appareil. Il partira dès que la connexion reviendra.',
  keptServer: 'Changement gardé sur cet appareil. Il partira dès que le serveur répondra.',
  ask: 'Votre navigateur va demander si Nuances peut envoyer des notifications.',
  blocked: 'Les notifications sont fermées pour Nuances dans ce navigateur. Le fichier de calendrier reste possible.',
  none: 'Ce navigateur n’envoie pas de notifications. Le fichier de calendrier reste possible.',
  elsewhere: 'Votre rappel arrive sur un autre appareil. Ouvert ici, il arrivera ici.',
  calendar: 'Plutôt dans votre agenda\u202F?',
  calendarMore: 'Un fichier de calendrier, sans notification d’ici.',
  calendarSave: 'Télécharger',
  calendarEvent: 'Nuances',
  server: 'Le serveur garde l’adresse d’envoi, les jours et l’heure\u202F; rien d’autre.',
} satisfies NamespaceReminderTranslation;

export default fr_reminder;
