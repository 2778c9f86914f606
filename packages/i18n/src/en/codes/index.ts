import type { BaseNamespace } from '../../namespace';

const en_codes = {
  title: 'One-time codes',
  lead: 'A six-digit code, asked for after the password.',
  turnOn: 'Turn codes on',
  qr: 'Point your code app at this square.',
  qrName: 'Square to be read by a code app. The same secret is written below.',
  sameDevice: 'On this phone',
  openApp: 'Open the app',
  secret: 'Or copy this text',
  copy: 'Copy the text',
  copied: 'Text copied.',
  first: 'The code it shows',
  submit: 'Turn on',
  wrong: 'This is not the expected code. The clock of your phone may be off.',
  backup: {
    title: 'Ten backup codes',
    text: 'Each one stands in for the code app once. They are shown only now.',
    print: 'Print',
    save: 'Save',
    kept: 'They are kept',
    new: 'Ten new codes',
    sheet: {
      account: 'Account {username}, at {address}',
      keepTitle: 'Where to keep it',
      keep: 'Away from devices, out of sight. A photo of this sheet is as good as the sheet.',
      place: 'Kept at',
      made: 'Nuances · sheet prepared on my device on {date}',
    },
    newText: 'The former ones stop working.',
    few: {
      one: '{count} backup code is left.',
      other: '{count} backup codes are left.',
    },
  },
  off: {
    row: 'Remove the codes',
    text: 'Your password and a code are asked for. Afterwards the password will do.',
    done: 'The codes are removed.',
  },
  on: 'Codes are on.',
  passkey: 'A passkey counts for both: no code is asked for then.',
  lost: 'With neither app nor backup code, write to those who run this service: access comes back after 24 hours, and an e-mail tells you so.',
} satisfies BaseNamespace;

export default en_codes;
