import type { BaseNamespace } from '../../namespace';

export default {
  title: 'What is Nuances?',
  what: 'Nuances is a personal assistant for self-trust and accountability: being able to count on yourself. It is a mirror: it shows you your own answers and does not judge them.',
  how: 'You place seven feelings between two poles, from 1 to 10, as they are right now. A bloom and an image appear, with a few questions to think about. With an account you keep your scans, write notes and see what changes over time.',
  privacy:
    'Without an account, your answers stay on your device. With one, your scans are kept for you, and your notes are encrypted on your device before sending; their key is kept, sealed, with your account. Subscriptions fund a regenerative fund for people in need.',
  version: 'Version {version}',
  close: 'Close',
} satisfies BaseNamespace;
