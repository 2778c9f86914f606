import type { BaseNamespace } from '../../namespace';

const en_reminder = {
  title: 'Reminder',
  switch: 'Remind me',
  lead: 'On the days and at the time you choose, nothing more.',
  days: 'Days',
  time: 'Time',
  incomplete: 'At least one day and a time are needed.',
  pause: 'Pause for a week',
  paused: 'Paused until {date}.',
  resume: 'Resume',
  kept: 'Saved',
  keptLocal: 'Saved here, sent later',
  next: 'Next reminder: {day} at {time}.',
  asking: 'The browser is asking…',
  refused: 'The browser refused: the reminder stays off.',
  refusedMore: 'You can open notifications again in its settings, under this site.',
  noPush: 'The browser could not sign up, as often in a private window. The reminder stays off.',
  noDay: 'With no day chosen, the reminder stays silent.',
  there: 'On another device, not here',
  thereMore: 'Turned on here, it will arrive here.',
  deviceStop: 'Turn off',
  private: 'No content: the notification says nothing about you.',
  push: {
    title: 'Nuances',
    body: 'A moment for you, if you like.',
  },
  ask: 'Your browser will ask whether Nuances may send notifications.',
  none: 'This browser sends no notifications. The calendar file remains possible.',
  calendar: 'Rather in your calendar?',
  calendarMore: 'A calendar file, with no notification from here.',
  calendarSave: 'Download',
  calendarEvent: 'Nuances',
  server: 'The server keeps the sending address, the days and the time; nothing else.',
} satisfies BaseNamespace;

export default en_reminder;
