import type { BaseNamespace } from '../../namespace';

const en_reminder = {
  title: 'Reminder',
  lead: 'On the days and at the time you choose, nothing more.',
  days: 'Days',
  time: 'Time',
  incomplete: 'At least one day and a time are needed.',
  pause: 'Pause for a week',
  paused: 'Paused until {date}.',
  resume: 'Resume',
  private: 'No content: the notification says nothing about you.',
  push: {
    title: 'Nuances',
    body: 'A moment for you, if you like.',
  },
  saved: 'Reminder saved.',
  off: 'Reminder off.',
  kept: 'Change kept on this device. It will be sent as soon as you are back online.',
  keptServer: 'Change kept on this device. It will be sent as soon as the server answers.',
  ask: 'Your browser will ask whether Nuances may send notifications.',
  blocked: 'Notifications are closed for Nuances in this browser. The calendar file remains possible.',
  none: 'This browser sends no notifications. The calendar file remains possible.',
  elsewhere: 'Your reminder arrives on another device. Turned on here, it will arrive here.',
  calendar: 'Rather in your calendar?',
  calendarMore: 'A calendar file, with no notification from here.',
  calendarSave: 'Download',
  calendarEvent: 'Nuances',
  server: 'The server keeps the sending address, the days and the time; nothing else.',
} satisfies BaseNamespace;

export default en_reminder;
