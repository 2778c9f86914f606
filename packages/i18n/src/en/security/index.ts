import type { BaseNamespace } from '../../namespace';

const en_security = {
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
    some: { one: '{count} passkey', other: '{count} passkeys' },
  },
  again: {
    title: 'Your password',
    text: 'To make sure that it is you.',
    textPasskey: 'To make sure that it is you. A passkey will do as well.',
    passkey: 'With a passkey',
    confirm: 'Confirm',
    wrong: 'This is not the password of this account.',
  },
  title: 'Security',
  access: { title: 'Your access', lead: 'Who can get into your account.' },
  password: { name: 'Password', moreOff: 'It opens the account' },
  sessions: { one: '{count} device', other: '{count} devices' },
  tokens: { zero: 'None', one: '{count} token', other: '{count} tokens' },
} satisfies BaseNamespace;

export default en_security;
