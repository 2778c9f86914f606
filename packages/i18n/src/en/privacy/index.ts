import type { BaseNamespace } from '../../namespace';

export default {
  title: 'What Nuances keeps',
  stored: {
    title: 'What is kept',
    text: 'Your account, your profile, your scans, your notes and the words of your scans, encrypted on your device, the moods brought from other journals, your reminder if there is one, and usage events without any answer: a quiz completed, a page opened.',
  },
  why: {
    title: 'Why',
    text: 'To show you your scans and notes, to keep your access, to send you a reminder if you ask for one, and to count usage in totals.',
  },
  time: {
    title: 'For how long',
    text: 'Scans, words, notes, moods and profile: until you delete them. Reminder: until you turn it off, or close the session of its device. Usage events: {months} months; their totals by week: as long as the account.',
  },
  can: {
    title: 'What can be read',
    text: 'Without a vault, the people who run this service can read your profile, your scans, the moods brought from other journals and the usage events. They also hold, sealed, the key to your notes and to these words. Of a reminder, they see the days and the time; the notification service of your browser sees that it was sent, without content.',
  },
  cannot: {
    title: 'What cannot be read',
    text: 'Your password, answers given without an account and, in the database, the text of your notes, the words of your scans and the sending address of your reminder.',
  },
  yours: {
    title: 'It is yours',
    text: 'You can export everything, or delete everything, in Profile, then Config.',
  },
  vault: {
    title: 'With a vault',
    text: 'Your notes, your words, the answers of your scans, the moods brought here and your profile are sealed with a key that the people who run this service do not have. They still read your e-mail, your user name, your language, the times of your scans and notes, the scan that a note is linked to, the size of what you write, in steps, your sessions, your reminder and usage events. A vault does not stop a service that changes the program itself.',
  },
} satisfies BaseNamespace;
