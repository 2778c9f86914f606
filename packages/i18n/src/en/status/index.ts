import type { BaseTranslation } from '../../i18n-types';

const en_status = {
  saved: 'Saved',
  waiting: 'Waiting to be sent',
  failed: 'Not sent yet',
  failedReason: 'Not sent yet: {reason}',
} satisfies BaseTranslation;

export default en_status;
