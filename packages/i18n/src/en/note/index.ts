import type { BaseNamespace } from '../../namespace';

export default {
  input: {
    red: 'Security',
    orange: 'Plenitude',
    yellow: 'Joy',
    green: 'Self-love',
    cyan: 'Alignment',
    blue: 'Peace',
    purple: 'Inner faith',
    other: 'Other',
  },
  linkedShort: 'scan of {date}',
  draftIs: 'Draft: “{words}…”',
  draftWaits: 'A draft is waiting',
  draftResume: 'Resume',
  draftName: 'Resume the draft of {date}',
} satisfies BaseNamespace;
