import type { BaseNamespace } from '../../namespace';

export default {
  title: 'Recovery code',
  for: 'Account {username}, at {address}',
  what: 'This code opens the vault of this account by itself: notes, words, scans, profile. It does not replace the password of the account.',
  letters: 'Digits and letters, without I, L, O and U. Groups are read from left to right, 1 to 8.',
  use: {
    title: 'To use it',
    open: 'Open {address} and log in.',
    choose: 'Choose “Recovery code” and copy the eight groups.',
    renew: 'Choose a new passphrase. This code stays valid.',
  },
  keep: {
    title: 'Where to keep it',
    text: 'Away from devices, out of sight. A photo of this sheet is as good as the sheet.',
  },
  seen: {
    title: 'If someone may have seen it',
    text: 'In Security, then Vault: “New code”. This sheet then stops working.',
  },
  lost: {
    title: 'If it gets lost',
    text: 'The passphrase still opens the vault. With no passphrase, no code and no passkey, nobody can open it again.',
  },
  print: 'Fingerprint of the key',
  place: 'Kept at',
  made: 'Nuances · sheet prepared on my device on {date}',
} satisfies BaseNamespace;
