import type { BaseNamespace } from '../../namespace';

export default {
  auto: 'Lock by itself',
  choice: {
    hidden: 'Page hidden',
    minutes: '{count} min',
  },
  text: 'The key and what was open leave the memory of every Nuances page on this device.',
  none: 'Without a vault there is nothing to close: the server would reopen everything to this very page.',
  saved: 'Choice kept on this device.',
  title: 'Locked',
  lead: 'Your vault is closed on this device.',
  draft: 'What you were writing is kept, sealed.',
  draftHere:
    'This device has no room left: what you were writing is kept, sealed, in this page only. Open the vault before you close it.',
  open: 'Open',
  soon: 'Nuances locks in {count} seconds.',
  stay: 'Stay',
  back: 'Open again. Your note is where you left it.',
} satisfies BaseNamespace;
