import type { BaseNamespace } from '../../namespace';

export default {
  notes: {
    menu: 'Options for the notes',
    one: 'Print the note shown',
    other: 'Print the {count} notes',
  },
  history: {
    menu: 'Options for the history',
    one: 'Print the scan',
    other: 'Print the {count} scans',
  },
  preparing: 'Preparing...',
} satisfies BaseNamespace;
