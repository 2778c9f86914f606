import type { BaseNamespace } from '../../namespace';

export default {
  kept: 'Kept on this device, will be sent again.',
  scanKept: 'Scan kept here, sent later.',
  noteKept: 'Note kept here, sent later.',
  waiting: {
    one: '{count} item is waiting to be sent.',
    other: '{count} items are waiting to be sent.',
  },
  copy: 'Copy kept on this device, from {date}.',
  locked: {
    one: '{count} item does not open with your current key. It is kept as it is.',
    other: '{count} items do not open with your current key. They are kept as they are.',
  },
  sent: 'Everything has been sent.',
  kind: {
    scan: 'Scan of {date}',
    note: 'Note of {date}',
    profile: 'Profile',
  },
  sendNow: 'Send now',
  logout: {
    title: 'Log out now?',
    text: {
      one: '{count} item has not been sent yet. It stays on this device and will go at your next login.',
      other: '{count} items have not been sent yet. They stay on this device and will go at your next login.',
    },
    confirm: 'Log out',
    stay: 'Stay',
  },
  otherAccount: 'Items from another account are waiting on this device. They will not be mixed with yours.',
  adopted: {
    one: '{count} scan from this device added to your account.',
    other: '{count} scans from this device added to your account.',
    remove: 'Remove',
    removed: 'Removed from your account.',
  },
} satisfies BaseNamespace;
