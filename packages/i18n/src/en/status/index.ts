import type { BaseNamespace } from '../../namespace';

const en_status = {
  saved: 'Saved',
  waiting: 'Waiting to be sent',
  failed: 'Not sent yet',
  failedReason: 'Not sent yet: {reason}',
} satisfies BaseNamespace;

export default en_status;
