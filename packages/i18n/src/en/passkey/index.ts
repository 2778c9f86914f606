import type { BaseNamespace } from '../../namespace';

const en_passkey = {
  lead: 'To get in with the face, the finger or the code of a device, without a password.',
  none: 'No passkey.',
  add: 'Add a passkey',
  name: 'Name of the passkey',
  nameHelp: 'To recognise it, for example the device it is on.',
  made: 'Added on {date}',
  used: 'last used {date}',
  unused: 'not used yet',
  menu: 'Options for {name}',
  rename: 'Rename',
  remove: 'Remove',
  removeTitle: 'Remove this passkey?',
  removeText:
    '“{name}” will no longer open anything here. The device may still offer it; delete it in its settings too.',
  removed: 'Passkey removed.',
  added: 'Passkey added.',
  renamed: 'Name saved.',
  already: 'This device already has a passkey for this account.',
  cancelled: 'Nothing was added.',
  unsupported: 'This browser does not know passkeys.',
  insecure: 'Passkeys need an https address with a name.',
  elsewhere: 'Passkeys only work at {address}.',
  opens: 'opens the vault',
  logsIn: 'logs in only',
  logsInWhy:
    'Its device cannot open the vault, or the key of the vault has changed since: “Add a passkey” is enough then.',
} satisfies BaseNamespace;

export default en_passkey;
