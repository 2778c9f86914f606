import type { BaseNamespace } from '../../namespace';

export default {
  title: 'On the home screen',
  text: 'Nuances then opens like an app, even offline.',
  iosReminder: 'On iPhone, the reminder needs it.',
  ios: 'In Safari: Share, then “Add to Home Screen”.',
  button: 'Install',
  done: 'Nuances is installed.',
  shortcut: 'New scan',
  shortcutNote: 'New note',
  description: 'Seven feelings, seven colours, one moment for you.',
} satisfies BaseNamespace;
