import type { BaseNamespace } from '../../namespace';

export default {
  saved: 'Saved',
  waiting: 'Waiting to be sent',
  failed: 'Not sent yet',
  failedReason: 'Not sent yet: {reason}',
} satisfies BaseNamespace;
