import type { BaseNamespace } from '../../namespace';

const en_security = {
  title: 'Security',
  access: { title: 'Your access', lead: 'Who can get into your account.' },
  password: { name: 'Password', moreOff: 'It opens the account' },
  sessions: { one: '{count} device', other: '{count} devices' },
  tokens: { zero: 'None', one: '{count} token', other: '{count} tokens' },
} satisfies BaseNamespace;

export default en_security;
