import type { BaseNamespace } from '../../namespace';

export default {
  title: 'Your code',
  lead: 'Six digits, in your code app.',
  label: 'Six-digit code',
  checking: 'Checking...',
  wrong: 'This code was not accepted. The next one is about to appear in the app.',
  used: 'This code has already been used. Wait for the next one.',
  toBackup: 'Use a backup code',
  toApp: 'Use the code app',
  backupLabel: 'Backup code',
  backupLead: 'One of the ten codes you kept. It works once.',
  backupWrong: 'This backup code was not accepted, or it has already been used.',
  back: 'Another account',
  expired: 'This step took more than five minutes. Enter your password again.',
} satisfies BaseNamespace;
