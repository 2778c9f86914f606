import type { BaseNamespace } from '../../namespace';

export default {
  codes: {
    name: 'One-time codes',
    off: 'Off',
    on: {
      one: 'On · {count} backup code left',
      other: 'On · {count} backup codes left',
    },
  },
  passkeys: {
    name: 'Passkeys',
    none: 'None',
    opens: { one: '{some}, {count} opens the vault', other: '{some}, {count} open the vault' },
    some: { one: '{count} passkey', other: '{count} passkeys' },
  },
  again: {
    title: 'Your password',
    textAlone: 'To make sure that it is you.',
    text: 'To make sure that it is you. A passkey will do as well.',
    passkey: 'With a passkey',
    confirm: 'Confirm',
    wrong: 'This is not the password of this account.',
  },
  title: 'Security',
  access: { title: 'Your access', lead: 'Who can get into your account.' },
  password: { name: 'Password', more: 'It opens the account, not the vault', moreOff: 'It opens the account' },
  sessions: { one: '{count} device', other: '{count} devices' },
  tokens: { zero: 'None', one: '{count} token', other: '{count} tokens' },
  summary: 'vault on',
  content: { title: 'What you write', lead: 'Who can read it.' },
  vault: {
    name: 'Vault',
    off: 'Off: the server keeps the key to your notes',
    on: 'On since {date} · open here',
    closed: 'On since {date} · closed here',
    moving: 'Sealing: {done} of {total}',
    movingBack: 'Back to the key of the server: {done} of {total}',
    turnOn: 'Turn the vault on',
  },
  lock: {
    name: 'Lock',
    minutes: { one: 'After {count} minute without use', other: 'After {count} minutes without use' },
    hidden: 'As soon as the page is hidden',
    none: 'Comes with the vault',
  },
  check: 'Check it yourself',
  checkMore: 'The envelope, the fingerprint, the program',
  checkMoreOff: 'The envelope, the program',
  offline: 'Offline, this page can be read. Changes wait until you are back online.',
} satisfies BaseNamespace;
