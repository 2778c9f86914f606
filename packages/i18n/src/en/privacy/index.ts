import type { BaseNamespace } from '../../namespace';

const en_privacy = {
  title: 'What Nuances keeps',
  stored: {
    title: 'What is kept',
    text: 'Your account, your profile, your scans, your encrypted notes, and usage events without any answer: a quiz completed, a page opened.',
  },
  why: {
    title: 'Why',
    text: 'To show you your scans and notes, to keep your access, and to count usage in totals.',
  },
  time: {
    title: 'For how long',
    text: 'Scans, notes and profile: until you delete them. Usage events: {months} months.',
  },
  can: {
    title: 'What can be read',
    text: 'The people who run this service can read your profile and your scans. They also hold, sealed, the key to your notes.',
  },
  cannot: {
    title: 'What cannot be read',
    text: 'Your password, answers given without an account and, in the database, the text of your notes.',
  },
  yours: {
    title: 'It is yours',
    text: 'You can export everything, or delete everything, in Profile, then Config.',
  },
} satisfies BaseNamespace;

export default en_privacy;
